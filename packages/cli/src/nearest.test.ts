import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from './nearest.js';

describe('did you mean', () => {
  it('finds a slip of the fingers', () => {
    expect(nearest('deploy_servcie', ['deploy_service', 'delete_rows'])).toBe('deploy_service');
    expect(nearest('DEMO', ['demo', 'dev'])).toBe('demo');
  });

  it('says nothing where nothing is near', () => {
    expect(nearest('weather', ['deploy_service', 'delete_rows'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
  });

  it('counts a swap of neighbours as one step', () => {
    expect(editDistance('ab', 'ba')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
  });
});
