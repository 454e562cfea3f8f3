/** Cases on the terminal surface, played in a real terminal: keys go in, the screen and what was sent are looked at. */
import type { JsonObject } from '@midcall/core';
import type { Case, CaseInput } from './case.js';
import { appears, appearsNot, atMost, type Check, equals, notPolluted, type Observed, same, show } from './observed.js';
import { PipeStage, type ReportLine, TmuxStage } from './terminal-stage.js';

const keys: Readonly<Record<string, string>> = { 'Ctrl-C': 'C-c', 'Ctrl-G': 'C-g', 'Ctrl-D': 'C-d', 'Alt-x': 'M-x', Esc: 'Escape' };
// Longer than the moment after a question appears in which no key answers it.
const guard = 700;

export async function runOnTerminal(test: Case): Promise<Observed | undefined> {
  const { input } = test;
  if (!['events', 'text', 'offer'].includes(input.op)) return undefined;
  return input.tty === false ? onPipes(input) : inTerminal(input);
}

function paramsOf(input: CaseInput): JsonObject {
  if (input.op === 'text') return { message: String(input.text), requestedSchema: { type: 'object', properties: {} } };
  if (input.urlMode === true) return { mode: 'url', message: 'Please sign in', url: 'https://svc.example/in', elicitationId: 'e1' };
  return (input.params as JsonObject | undefined) ?? { message: 'm', requestedSchema: input.schema ?? {} };
}

async function onPipes(input: CaseInput): Promise<Observed> {
  const started = performance.now();
  const stage = PipeStage.open({ params: paramsOf(input), columns: 80, rows: 24 });
  try {
    for (const event of (input.events ?? []) as readonly string[]) if (event.startsWith('pipe:')) stage.write(event.slice(5));
    await stage.until(() => stage.lines().some(line => line.sent !== undefined), 8000);
    const sent = sentOf(stage.lines());
    return {
      words: sent.map(one => one.action),
      checks: {
        afterMs: wanted =>
          sent.length === 1 ? undefined : `nothing after ${Math.round(performance.now() - started)} ms, wanted ${show(wanted)}`,
        accepted: equals(sent.filter(one => one.action === 'accept').length),
        sent: equals(sent.length),
      },
      story: show(stage.lines()),
    };
  } finally {
    await stage.close();
  }
}

async function inTerminal(input: CaseInput): Promise<Observed> {
  const events = (input.events ?? []) as readonly string[];
  const written = events.find(event => event.startsWith('stdout:'))?.slice(7);
  const columns = Number(input.cols ?? 80);
  const stage = await TmuxStage.open({
    params: paramsOf(input),
    columns,
    rows: Number(input.rows ?? 24),
    ...(written !== undefined && { stdout: written }),
  });
  try {
    const drawn = await stage.until(async () => /Esc/.test(await stage.screen()), 15_000);
    if (!drawn) throw new Error(`no question was drawn: ${await stage.screen()}`);
    await pause(guard);
    for (const event of events) await play(stage, event, input);
    await stage.until(() => sentOf(stage.lines()).length > 0, 600);
    return await observe(stage, input);
  } finally {
    await stage.close();
  }
}

async function play(stage: TmuxStage, written: string, input: CaseInput): Promise<void> {
  const [, event = '', times = '1'] = /^(.*?)(?:\*(\d+))?$/s.exec(written) ?? [];
  const at = event.indexOf(':');
  const [verb, rest] = at < 0 ? [event, ''] : [event.slice(0, at), event.slice(at + 1)];
  for (let turn = 0; turn < Number(times); turn += 1) await act(stage, verb, rest, input);
  await pause(150);
}

async function act(stage: TmuxStage, verb: string, rest: string, input: CaseInput): Promise<void> {
  switch (verb) {
    case 'key':
      return stage.key(keys[rest] ?? rest);
    case 'type':
      return stage.type(rest);
    case 'paste':
      return stage.paste(rest);
    case 'focus':
      return focus(stage, rest, input);
    case 'accept':
      return accept(stage);
    case 'consent':
      return stage.key('Enter');
    case 'decline':
      return stage.key('C-x');
    case 'cancel':
      return stage.key('Escape');
    case 'eof':
      return stage.key('C-d');
    case 'signal':
      return stage.signal(rest as NodeJS.Signals);
    case 'stdout':
      return stage.signal('SIGUSR1');
    case 'wait':
      return pause(Number(rest));
    case 'resize': {
      const [columns = '80', rows = '24'] = rest.split('x');
      await stage.tmux('resize-window', '-x', columns, '-y', rows);
      return;
    }
    default:
      throw new Error(`the event "${verb}" is not understood in a terminal`);
  }
}

// The first field has the focus; the others follow in the order of the form.
async function focus(stage: TmuxStage, name: string, input: CaseInput): Promise<void> {
  const names = Object.keys((input.schema as { properties?: object } | undefined)?.properties ?? {});
  for (let step = names.indexOf(name); step > 0; step -= 1) await stage.key('Tab');
}

// Send, through the check of the answers where there is one.
async function accept(stage: TmuxStage): Promise<void> {
  if (sentOf(stage.lines()).length > 0) return;
  await stage.key('C-s');
  await pause(guard);
  if (sentOf(stage.lines()).length === 0) await stage.key('C-s');
}

async function observe(stage: TmuxStage, input: CaseInput): Promise<Observed> {
  const lines = stage.lines();
  const sent = sentOf(lines);
  const last = sent.at(-1);
  const state = lines.findLast(line => line.state !== undefined)?.state;
  if (last) await stage.until(async () => /GIVEN BACK/.test(await stage.history()), 5000);
  const screen = await stage.screen();
  const history = await stage.history();
  const drafts = lines.flatMap(line => line.draft ?? []);
  const ended = lines.findLast(line => line.state !== undefined)?.action;
  const open = (!last || input.urlMode === true) && (state === 'waiting' || state === 'opened' || state === undefined);
  const widest = Math.max(...screen.split('\n').map(line => [...line].length));
  const checks: Record<string, Check> = {
    sent: equals(sent.length),
    content: equals(last?.content),
    accepted: equals(sent.filter(one => one.action === 'accept').length),
    pending: equals(open ? 1 : 0),
    draft: wanted => draftIs(drafts, screen, wanted as JsonObject),
    rawModeRestored: wanted =>
      (/(^|\s)icanon/.test(history) && /(^|\s)echo(\s|$)/.test(history)) === wanted ? undefined : 'the terminal was left raw',
    visible: appears(screen),
    mustNotShow: appearsNot(screen.replaceAll('\n', '')),
    maxLines: atMost(screen.replace(/\n+$/, '').split('\n').length),
    maxCols: atMost(widest),
    ghostLines: equals(Math.max(0, (history.match(/Records asks/g) ?? []).length - 1)),
    cursorVisible: wanted => (chosenIsVisible(screen, input) === wanted ? undefined : `the chosen option is not on the screen:\n${screen}`),
    polluted: notPolluted,
  };
  const shown = await stage.cursorShown();
  checks.cursorShown = equals(shown);
  return {
    words: [
      'render',
      'safe',
      ...(last ? [last.action] : []),
      ...(open ? ['still_waiting'] : []),
      // How the question itself ended, where that came after what was sent.
      ...(typeof ended === 'string' && !open ? [ended] : []),
      ...(!last && state !== undefined && state !== 'waiting' && state !== 'opened' ? ['cancel'] : []),
    ],
    checks,
    story: `sent ${show(sent)}, state ${state}`,
  };
}

function chosenIsVisible(screen: string, input: CaseInput): boolean {
  const moves = ((input.events ?? []) as readonly string[]).reduce(
    (sum, event) => sum + (/^key:Down(?:\*(\d+))?$/.test(event) ? Number(/\*(\d+)/.exec(event)?.[1] ?? 1) : 0),
    0,
  );
  const [field] = Object.values(((input.schema as JsonObject).properties ?? {}) as Record<string, { enum?: readonly string[] }>);
  const near = [field?.enum?.[moves], field?.enum?.[moves - 1]];
  return near.some(title => title !== undefined && screen.split('\n').some(line => new RegExp(`[›❯>●◉•*]\\s*.*\\b${title}\\b`).test(line)));
}

// A draft is kept a moment after typing; what stands on the screen is the draft, too.
function draftIs(drafts: readonly (readonly [string, unknown])[], screen: string, wanted: JsonObject): string | undefined {
  const wrong = Object.entries(wanted).filter(([name, value]) => {
    const kept = drafts.findLast(([field]) => field === name)?.[1];
    return kept === undefined ? value !== '' && !screen.includes(String(value)) : !same(kept, value);
  });
  return wrong.length === 0 ? undefined : `drafts hold ${show(drafts)}`;
}

function sentOf(lines: readonly ReportLine[]): readonly NonNullable<ReportLine['sent']>[] {
  return lines.flatMap(line => (line.sent === undefined ? [] : [line.sent]));
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
