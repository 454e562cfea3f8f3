/** Plays UI events of a case on the page. An event without a time is a deliberate act: the sheet has long been there. */
import type { Page } from 'playwright-core';
import { reloadStage } from './browser-stage.js';

const deliberate = 1000;

export async function playEvents(page: Page, events: readonly string[], show: (name: string) => Promise<unknown>): Promise<void> {
  for (const written of events) {
    const [, event = '', times = '1', after, composing] = /^(.*?)(?:\*(\d+))?(?:@(\d+)ms)?(@composing)?$/s.exec(written) ?? [];
    for (let turn = 0; turn < Number(times); turn += 1) {
      // Time of the page is its own clock: it passes when told, so that "30 ms later" is exactly that.
      await page.evaluate(ms => window.stage.pass(ms), after === undefined ? deliberate : Number(after));
      await play(page, event, composing !== undefined, show);
    }
  }
}

async function play(page: Page, event: string, composing: boolean, show: (name: string) => Promise<unknown>): Promise<void> {
  const [verb = '', rest = ''] = split(event, ':');
  switch (verb) {
    case 'key':
      return composing ? composingKey(page, rest) : page.keyboard.press(rest.replace(/^Ctrl-/, 'Control+').replace(/^Alt-/, 'Alt+'));
    case 'type':
      return page.keyboard.type(rest);
    case 'paste':
      return page.keyboard.insertText(rest);
    case 'compose':
      return compose(page, rest);
    case 'focus':
      return field(page, rest).locator('input,textarea,select').first().focus();
    case 'set': {
      const [name = '', value = ''] = split(rest, '=');
      return set(page, name, value);
    }
    case 'accept':
    case 'decline':
    case 'cancel':
    case 'retry':
      return press(page, verb);
    case 'click':
      return click(page, rest);
    case 'consent':
      return click(page, 'accept');
    case 'copy-url':
      return page.locator('.address button.link').first().click();
    case 'wait':
      await page.evaluate(ms => window.stage.pass(ms), Number(rest));
      return pause(page);
    case 'arrive':
      await show(rest);
      return pause(page);
    case 'answer':
      await page.evaluate(name => window.stage.switchTo(name), rest);
      return pause(page);
    case 'back':
      await page.evaluate(name => window.stage.switchTo(name), rest);
      return pause(page);
    case 'reload':
      await reloadStage(page);
      await show('q1');
      return pause(page);
    case 'window':
      await page.evaluate(name => window.dispatchEvent(new Event(name)), rest);
      return pause(page);
    default:
      throw new Error(`the event "${event}" is not understood on a page`);
  }
}

// Pressing accept goes on through the check-answers step until the answer is out or the form says what is wrong.
async function press(page: Page, action: string): Promise<void> {
  await click(page, action);
  if (action !== 'accept') return;
  const checking = await page.locator('section.sheet[data-step=check]').count();
  if (checking === 0) return;
  await page.evaluate(ms => window.stage.pass(ms), deliberate);
  await click(page, 'accept');
}

async function click(page: Page, action: string): Promise<void> {
  const button = page.locator(`[data-action=${action}]`).first();
  if ((await button.count()) > 0) await button.click({ force: true, timeout: 2000 });
  await pause(page);
}

async function set(page: Page, name: string, value: string): Promise<void> {
  const box = field(page, name);
  const radios = box.locator('input[type=radio],input[type=checkbox]');
  if ((await radios.count()) > 0) {
    for (const one of value.split('\u0000')) await choose(page, name, one);
    return;
  }
  await box.locator('input,textarea').first().fill(value);
}

// Options are found by the value they stand for, through the element's own question.
async function choose(page: Page, name: string, value: string): Promise<void> {
  const index = await page.evaluate(
    ([field, wanted]) => {
      const form = document.querySelector('midcall-question')?.question?.form;
      const found = form?.fields.find(one => one.name === field);
      if (found?.kind === 'boolean') return { true: 0, false: 1, '': 2 }[wanted] ?? 0;
      return found && 'options' in found ? found.options.findIndex(option => option.value === wanted) : -1;
    },
    [name, value] as const,
  );
  await field(page, name).locator('input[type=radio],input[type=checkbox]').nth(index).click();
}

function field(page: Page, name: string) {
  return page.locator(`[data-field="${quoted(name)}"]`);
}

function quoted(name: string): string {
  return name.replace(/["\\]/g, '\\$&');
}

async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
}

async function composingKey(page: Page, key: string): Promise<void> {
  await page.evaluate(pressed => {
    let target: Element | null = document.activeElement;
    while (target?.shadowRoot?.activeElement) target = target.shadowRoot.activeElement;
    target?.dispatchEvent(
      new KeyboardEvent('keydown', { key: pressed, isComposing: true, bubbles: true, composed: true, cancelable: true }),
    );
  }, key);
}

async function pause(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0))));
}

function split(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
