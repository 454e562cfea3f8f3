/** What hides, moves or imitates in a text, and addresses in it that no consent step has seen (E-U-03, E-U-12). */
import type { Finding } from './contract.js';
import { mixedScriptWord } from './mixed-script.js';
import { hasHiddenText } from './show-text.js';

/** Findings about one text, at most one of each id, with the span of the first occurrence. */
export function inspectText(text: string, where: Finding['where']): readonly Finding[] {
  if (PLAIN.test(text) && !text.includes('/') && !/www\./i.test(text)) return NONE;
  const findings: Finding[] = [];
  const add = (id: string, severity: Finding['severity'], at: RegExpExecArray | null, sentence: string): void => {
    if (at !== null) findings.push({ id, severity, where, span: [at.index, at.index + at[0].length], sentence });
  };
  add('bidi', 'warning', BIDI.exec(text), 'Part of this text is written to be shown in another order than it is stored.');
  add('control-characters', 'warning', CONTROL.exec(text), 'This text holds control characters, which are shown as marks.');
  if (hasHiddenText(text))
    add('hidden-characters', 'warning', HIDDEN.exec(text), 'This text holds characters that cannot be seen, which are shown as marks.');
  const mixed = mixedScriptWord(text);
  if (mixed !== undefined) {
    findings.push({
      id: 'mixed-script',
      severity: 'warning',
      where,
      span: mixed,
      sentence: 'A word here mixes letters of different scripts that look alike.',
    });
  }
  add('link-in-text', 'warning', LINK.exec(text), 'This text holds an address. Nothing here was checked: open no address from a text.');
  return findings;
}

const NONE: readonly Finding[] = [];

/** Printable ASCII and newlines: nothing to hide with. */
const PLAIN = /^[\n\r\t -~]*$/;

const BIDI = /[\u202a-\u202e\u2066-\u2069]+/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the text is searched for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+|\r(?!\n)/;
const HIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant
  /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2028\u2029\u2060-\u2065\u206a-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]+|[\u{e0000}-\u{e0fff}]+|[\ud800-\udfff]/u;

/** Every repetition is bounded or over one class with a fixed end, so that it cannot run away. */
const LINK =
  /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"]{1,2000}|\bwww\.[^\s<>"]{1,2000}|\b(?:[a-z0-9-]{1,63}\.){1,8}(?:com|net|org|io|dev|app|co|ai|info|xyz|top|site|online|ru|cn|example)\/[^\s<>"]{0,2000}/i;
