/** What stands on the page, read from the drawn sheet and not from the question. */
import type { Json, JsonObject } from '@midcall/core';
import type { Page } from 'playwright-core';
import { appears, appearsNot, atMost, type Check, equals, includes, list, show } from './observed.js';

interface Facts {
  readonly text: string;
  readonly controls: readonly string[];
  readonly controlsVisible: boolean;
  readonly errors: readonly string[];
  readonly answerable: boolean;
  readonly links: number;
  readonly foreign: number;
  readonly claims: readonly string[];
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly required: boolean;
    readonly described: readonly string[];
    readonly checked: number;
  }[];
  readonly searchable: boolean;
  readonly isolated: boolean;
  readonly answers: readonly string[];
  readonly ran: boolean;
}

export interface PageFacts {
  readonly checks: Readonly<Record<string, Check>>;
  readonly errors: readonly string[];
  readonly answerable: boolean;
  /** The check-answers step shows this content. */
  readonly reviewed: Check;
}

export async function pageChecks(page: Page, requests: readonly string[]): Promise<PageFacts> {
  const facts = await page.evaluate(read);
  const keyMs = facts.searchable ? await keystroke(page) : 0;
  const checks: Record<string, Check> = {
    visible: appears(facts.text),
    mustNotShow: appearsNot(facts.text),
    controls: includes(facts.controls),
    controlsVisible: equals(facts.controlsVisible),
    field: wanted => (facts.errors.includes(String(wanted)) ? undefined : `errors are shown on ${show(facts.errors)}`),
    open: equals(facts.answerable),
    links: equals(facts.links),
    elements: wanted => (facts.foreign === wanted && !facts.ran ? undefined : `${facts.foreign} elements of the server, ran: ${facts.ran}`),
    literal: wanted => (facts.foreign === 0 && !facts.ran === wanted ? undefined : 'markup was interpreted'),
    fetched: equals(requests.length),
    claimMarked: wanted => ((facts.claims.length === 1) === wanted ? undefined : `claims ${show(facts.claims)}`),
    isolated: equals(facts.isolated),
    searchable: equals(facts.searchable),
    keyMs: atMost(keyMs),
    review: wanted => appears(facts.answers.join('\n'))(wanted),
    selected: wanted => selected(facts, wanted as JsonObject),
    a11y: wanted => accessible(facts, wanted as JsonObject),
  };
  return {
    checks,
    errors: facts.errors,
    answerable: facts.answerable,
    reviewed: wanted =>
      appears(facts.answers.join('\n'))(
        Object.values(wanted as JsonObject)
          .flat()
          .map(String),
      ),
  };
}

function selected({ fields }: Facts, wanted: JsonObject): string | undefined {
  const wrong = Object.entries(wanted).filter(
    ([name, value]) => value === null && fields.some(field => field.name === name && field.checked > 0),
  );
  return wrong.length === 0 ? undefined : `${show(wrong.map(([name]) => name))} has something chosen`;
}

function accessible({ fields }: Facts, wanted: JsonObject): string | undefined {
  for (const [name, needs] of Object.entries(wanted)) {
    const { name: label, required, describedBy } = needs as { name?: string; required?: boolean; describedBy?: Json };
    const field = fields.find(one => one.name === name);
    if (!field) return `${name} is not there`;
    if (label !== undefined && !field.label.startsWith(label)) return `its name is "${field.label}"`;
    if (required !== undefined && field.required !== required) return `required is ${field.required}`;
    const missing = list(describedBy ?? []).filter(text => !field.described.some(part => part.includes(text)));
    if (missing.length > 0) return `${show(missing)} does not describe it: ${show(field.described)}`;
  }
  return undefined;
}

/** Milliseconds from a key in the search field to the next frame. */
async function keystroke(page: Page): Promise<number> {
  await page.locator('input[role=combobox]').first().focus();
  const started = performance.now();
  await page.keyboard.type('c');
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0))));
  return performance.now() - started;
}

/** Runs in the page. */
function read(): Facts {
  const element = document.querySelector('midcall-question');
  const root = element?.shadowRoot as ShadowRoot;
  const all = (selector: string, from: ParentNode = root): HTMLElement[] => [...from.querySelectorAll<HTMLElement>(selector)];
  const seen = (one: HTMLElement): boolean => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.left >= 0 && box.right <= innerWidth + 1;
  };
  const buttons = all('[data-action]');
  const sheet = root.querySelector<HTMLElement>('section.sheet');
  const state = sheet?.dataset.state ?? '';
  const described = (input: Element): string[] =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(/\s+/)
      .flatMap(id => (id === '' ? [] : [root.getElementById(id)?.textContent?.trim() ?? '']));
  const fields = all('[data-field]').map(box => {
    const input = box.querySelector('input,textarea,select') ?? box;
    const label = box.querySelector('.label')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    return {
      name: box.dataset.field ?? '',
      label,
      required: input.getAttribute('aria-required') === 'true' || box.querySelector('.optional') === null,
      described: [...described(input), ...described(box)],
      checked: box.querySelectorAll('input:checked').length,
    };
  });
  const message = root.querySelector('[part=message]');
  return {
    text:
      (sheet?.innerText ?? '') +
      all('input,textarea')
        .map(input => (input as HTMLInputElement).value)
        .join('\n'),
    controls: [...new Set(buttons.map(button => button.dataset.action ?? ''))],
    controlsVisible: buttons.length > 0 && buttons.every(seen),
    errors: all('[data-field] .error').map(error => error.closest<HTMLElement>('[data-field]')?.dataset.field ?? ''),
    answerable: state === 'waiting' || state === 'opened',
    links: all('a[href]').length,
    // Whatever of a server's text became an element: nothing of ours is one of these.
    foreign: all('script,img,iframe,object,embed,b,i,a,[onerror],[onload],[part=message] :not(mark)').length,
    claims: all('.claim').map(claim => claim.innerText),
    fields,
    searchable: root.querySelector('input[role=combobox]') !== null,
    isolated: message?.getAttribute('dir') === 'auto' && getComputedStyle(message).unicodeBidi !== 'normal',
    answers: all('[data-answer] dd:not(.change)').map(answer => answer.innerText.trim()),
    ran: window.ran === true,
  };
}
