/** The page of `midcall dev`: tools on the left, the call and its questions in the middle, the wire on the right. */
import type { DevRun, DevState, RawEntry } from '../contract.js';
import { type ArgumentForm, argumentForm } from './argument-form.js';
import { fill, h } from './dom.js';
import { openLink } from './link.js';
import { questionsView } from './questions.js';
import { drawRun } from './run-view.js';
import { drawTools } from './tool-list.js';
import { topBar } from './top-bar.js';
import { wireView } from './wire.js';

const token = sessionStorage.getItem('midcall-token') ?? '';
const typed = new Map<string, Map<string, RawEntry[1]>>();
let state: DevState | undefined;
let open: string | undefined;
let form: ArgumentForm | undefined;
let drawnFor = '';
let shownRun = 0;

const link = openLink(
  token,
  event => {
    switch (event.type) {
      case 'hello':
        wire.clear();
        questions.clear();
        for (const entry of [
          ...event.frames.map(frame => ({ at: frame.at, add: () => wire.frame(frame) })),
          ...event.lines.map(line => ({ at: line.at, add: () => wire.line(line) })),
        ].sort((a, b) => a.at - b.at))
          entry.add();
        for (const question of event.questions) questions.update(question);
        showState(event.state);
        shownRun = event.run?.n ?? 0;
        drawRun(result, event.run, link.send);
        break;
      case 'state':
        showState(event.state);
        break;
      case 'run':
        showRun(event.run);
        break;
      case 'frame':
        wire.frame(event.frame);
        break;
      case 'line':
        wire.line(event.line);
        break;
      case 'question':
        questions.update(event.question);
        break;
    }
  },
  live => {
    bar.connected(live === 'live');
    signedOut.hidden = live !== 'signed-out';
  },
);

const bar = topBar(link.send);
const wire = wireView();
const questions = questionsView(link.send);
const tools = h('nav', { className: 'side', attrs: { 'aria-label': 'Tools' } });
const call = h('section', { className: 'call', attrs: { 'aria-label': 'Call' } });
const problem = h('div', { className: 'problem', hidden: true, attrs: { role: 'alert' } });
const result = h('section', { className: 'outcome', hidden: true, attrs: { 'aria-label': 'Result' } });
const signedOut = h(
  'p',
  { className: 'problem', hidden: true, attrs: { role: 'alert' } },
  'This tab is not signed in. Open the link that midcall dev printed.',
);
const views = h('nav', { className: 'tabs', attrs: { 'aria-label': 'Parts of the page' } });
for (const view of ['Tools', 'Call', 'Wire'] as const) {
  views.append(h('button', { type: 'button', className: 'quiet', on: { click: () => showView(view) } }, view));
}
fill(
  document.body,
  bar.element,
  views,
  h('main', {}, tools, h('div', { className: 'middle' }, signedOut, problem, call, questions.element, result), wire.element),
);
showView('Call');

function showView(view: 'Tools' | 'Call' | 'Wire'): void {
  document.body.dataset.view = view.toLowerCase();
  for (const button of views.querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.textContent === view));
}

function showState(next: DevState): void {
  state = next;
  document.title = `${next.name} · midcall dev`;
  bar.update(next);
  if (open === undefined || !next.tools.some(tool => tool.name === open)) open = next.tools[0]?.name ?? open;
  drawTools(tools, next, open, openTool);
  problem.hidden = next.problem === undefined;
  if (next.problem !== undefined)
    fill(problem, h('p', {}, next.problem.sentence), next.problem.hint !== undefined && h('p', { className: 'muted' }, next.problem.hint));
  drawCall();
}

function openTool(name: string): void {
  open = name;
  if (state !== undefined) drawTools(tools, state, open, openTool);
  showView('Call');
  drawCall();
}

function drawCall(): void {
  const tool = state?.tools.find(one => one.name === open);
  const key = JSON.stringify(tool ?? null);
  if (key === drawnFor) return; // what is being typed stays
  drawnFor = key;
  if (tool === undefined) {
    fill(call);
    return;
  }
  const kept = typed.get(tool.name) ?? new Map<string, RawEntry[1]>();
  typed.set(tool.name, kept);
  form = argumentForm(tool, kept, () => void runTool(tool.name));
  fill(
    call,
    h('h2', {}, tool.title ?? tool.name, tool.destructive && h('span', { className: 'badge warn' }, 'destructive')),
    tool.description !== undefined && h('p', { className: 'description' }, tool.description),
    form.element,
  );
}

async function runTool(tool: string): Promise<void> {
  if (form === undefined) return;
  form.show([]);
  const reply = await link.send({ type: 'run', tool, ...form.read() });
  if (!reply.ok) form.show(reply.issues ?? [{ field: '', rule: 'refused', message: reply.sentence }]);
}

function showRun(run: DevRun): void {
  if (run.n !== shownRun) questions.clear();
  shownRun = run.n;
  drawRun(result, run, link.send);
  if (run.state !== 'running') result.scrollIntoView({ block: 'nearest' });
}
