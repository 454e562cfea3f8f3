/** How the page of `midcall dev` looks: the palette of the sheet, three columns wide, one at a time on a phone. */
export const PAGE_CSS = `
:root {
  color-scheme: light dark;
  --accent: light-dark(#0b6b63, #5fd0c3);
  --accent-hover: light-dark(#095750, #83ddd3);
  --on-accent: light-dark(#fff, #06211f);
  --tint: light-dark(#e9f4f2, #14302d);
  --surface: light-dark(#fff, #16191c);
  --sunken: light-dark(#f5f6f8, #1d2125);
  --ground: light-dark(#eef0f3, #101214);
  --ink: light-dark(#14181d, #eceff2);
  --ink-2: light-dark(#47505b, #b6bec8);
  --ink-3: light-dark(#5f6975, #98a2ae);
  --line: light-dark(#dfe3e8, #2c3238);
  --edge: light-dark(#848e9b, #737e8a);
  --danger: light-dark(#a8201a, #ff9d94);
  --danger-tint: light-dark(#fdf1f0, #2e1816);
  --danger-line: light-dark(#efc1bd, #6b2f2a);
  --warning: light-dark(#7a4a00, #f2c777);
  --warning-tint: light-dark(#fdf6e7, #2b2313);
  --good: light-dark(#19693c, #74d39c);
  --text: light-dark(#1b5fa8, #8cc4ff);
  --number: light-dark(#8a3ea0, #dba7ee);
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Segoe UI Mono', 'Roboto Mono', 'Liberation Mono', monospace;
}
*, *::before, *::after { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { font: 16px/1.5 var(--font); color: var(--ink); background: var(--ground); display: flex; flex-direction: column; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
h1, h2, h3, p, ul, ol, pre, fieldset { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.0625rem; line-height: 1.3; font-weight: 650; }
h2 { font-size: 1rem; font-weight: 650; }
h3 { font-size: .8125rem; font-weight: 600; color: var(--ink-2); }
.muted { color: var(--ink-3); font-weight: 400; }
.small { font-size: .8125rem; }
.mono { font-family: var(--mono); font-size: .875em; }
.pad { padding: 12px 16px; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
button, input, select, textarea { font: inherit; color: inherit; }
button { cursor: pointer; }
.quiet { min-height: 32px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: var(--ink-2); font-size: .875rem; }
.quiet:hover { border-color: var(--edge); color: var(--ink); }
.quiet[aria-pressed='true'] { border-color: var(--accent); color: var(--accent); }
.primary { min-height: 40px; padding: 8px 16px; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: var(--on-accent); font-weight: 600; }
.primary:hover { background: var(--accent-hover); }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.row.start { align-items: flex-start; flex-wrap: nowrap; }
.bar { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; }
.option { display: inline-flex; gap: 8px; align-items: center; min-height: 32px; cursor: pointer; }
input[type='checkbox'], input[type='radio'] { inline-size: 18px; block-size: 18px; margin: 0; accent-color: var(--accent); flex: none; }

.top { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; padding: 10px 16px; background: var(--surface); border-block-end: 1px solid var(--line); }
.who { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: center; margin-inline-end: auto; min-inline-size: 0; }
.mark { display: grid; place-items: center; inline-size: 28px; block-size: 28px; border-radius: 8px; background: var(--tint); color: var(--accent); font-weight: 700; }
.status { display: inline-flex; gap: 6px; align-items: baseline; font-size: .875rem; }
.status::before { content: ''; inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--edge); align-self: center; }
.status.ready::before { background: var(--good); }
.status.failed::before { background: var(--danger); }
.status.starting::before { animation: pulse 1s ease-in-out infinite alternate; }
@keyframes pulse { to { opacity: .25; } }
@media (prefers-reduced-motion: reduce) { .sheet > summary::before { transition: none; } .status.starting::before { animation: none; } }
.switch { display: flex; align-items: center; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; background: var(--sunken); }
.switch legend { float: inline-start; padding: 0 10px; font-size: .8125rem; color: var(--ink-3); }
.switch label { position: relative; }
.switch input { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; opacity: 0; cursor: pointer; }
.switch span { display: block; padding: 4px 12px; font-size: .875rem; border-inline-start: 1px solid var(--line); color: var(--ink-2); }
.switch .unseen { display: inline; padding: 0; border: 0; }
.switch input:checked + span { background: var(--accent); color: var(--on-accent); font-weight: 600; }
.switch input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: -4px; }
.can-ask { font-size: .875rem; }
.tabs { display: none; }

main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(200px, 250px) minmax(0, 1fr) minmax(300px, 32vw); }
.side, .middle, .wire { min-height: 0; min-width: 0; overflow: auto; }
.side { background: var(--surface); border-inline-end: 1px solid var(--line); }
.tool { display: block; inline-size: 100%; padding: 8px 14px 10px; border: 0; border-inline-start: 3px solid transparent; background: none; text-align: start; }
.tool:hover { background: var(--sunken); }
.tool[aria-current] { border-inline-start-color: var(--accent); background: var(--tint); }
.tool > span { display: block; }
.clamp { display: -webkit-box !important; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }

.middle { padding: 20px 24px 48px; display: flex; flex-direction: column; gap: 20px; }
.middle > * { inline-size: 100%; max-inline-size: 46rem; margin-inline: auto; }
.call, .outcome, .sheet { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 20px 24px; }
.questions { display: flex; flex-direction: column; gap: 16px; }
.questions:empty { display: none; }
.sheet { border-color: var(--accent); padding: 0; overflow: clip; }
.sheet midcall-question { padding: 4px; --midcall-surface: var(--surface); --midcall-sunken: var(--sunken); --midcall-line: var(--line); --midcall-edge: var(--edge); }
.sheet.ended { border-color: var(--line); }
.sheet > summary { display: flex; flex-wrap: wrap; gap: 0 12px; justify-content: space-between; padding: 10px 24px; list-style: none; }
.sheet > summary::-webkit-details-marker { display: none; }
.sheet > summary::before { content: '›'; color: var(--ink-3); transition: rotate 120ms; }
.sheet[open] > summary::before { rotate: 90deg; }
.sheet > summary:hover { background: var(--sunken); }
.first-line { flex: 1; min-inline-size: 12rem; }
.description { margin-block-start: 4px; color: var(--ink-2); white-space: pre-line; max-inline-size: 65ch; }
.arguments { margin-block-start: 16px; display: flex; flex-direction: column; gap: 16px; }
.fields { display: flex; flex-direction: column; gap: 16px; }
.fields:has(> .muted) { gap: 0; }
.field { display: flex; flex-direction: column; gap: 4px; }
.label { font-weight: 600; font-size: .9375rem; padding: 0; }
.label .muted { font-size: .875rem; }
.name { font-size: .9375rem; }
.hint { font-size: .875rem; color: var(--ink-3); max-inline-size: 65ch; }
.error { color: var(--danger); font-size: .875rem; font-weight: 600; }
.field input:not([type]), .field select, .field textarea { inline-size: 100%; max-inline-size: 32rem; min-height: 40px; padding: 7px 10px; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); }
.field textarea { max-inline-size: none; resize: vertical; }
.options { display: flex; flex-direction: column; }
.options.inline { flex-direction: row; gap: 4px 20px; flex-wrap: wrap; }
.badge { display: inline-block; padding: 1px 8px; border-radius: 99px; border: 1px solid var(--line); font-size: .75rem; font-weight: 600; color: var(--ink-2); vertical-align: 2px; }
h2 .badge { margin-inline-start: 8px; }
.badge.warn { color: var(--warning); background: var(--warning-tint); border-color: transparent; }
.badge.done { color: var(--good); border-color: currentcolor; }
.badge.failed { color: var(--danger); border-color: currentcolor; }
.badge.running { color: var(--accent); border-color: currentcolor; }
.problem { padding: 12px 16px; border: 1px solid var(--danger-line); border-inline-start-width: 4px; border-radius: 8px; background: var(--danger-tint); }
.problem p:first-child { font-weight: 600; }
.outcome > * + * { margin-block-start: 12px; }
.result > * + * { margin-block-start: 12px; }
.said { font: inherit; white-space: pre-wrap; padding: 12px 14px; border-radius: 8px; background: var(--sunken); }
.repeat { border-block-start: 1px solid var(--line); padding-block-start: 12px; }
.repeat > * + * { margin-block-start: 6px; }
.command { flex: 1; white-space: pre-wrap; padding: 8px 12px; border-radius: 8px; background: var(--sunken); }
summary { cursor: pointer; }
.result > details > summary { color: var(--ink-2); font-size: .875rem; }

.wire { display: flex; flex-direction: column; background: var(--surface); border-inline-start: 1px solid var(--line); overflow: hidden; }
.wire .bar { padding: 6px 12px 6px 16px; border-block-end: 1px solid var(--line); min-height: 48px; }
.wire h2 { margin-inline-end: auto; }
.scroll { flex: 1; min-height: 0; overflow: auto; }
.frames > li { border-block-end: 1px solid var(--line); }
.frames.only-asking > li:not(.asks) { display: none; }
.frame > summary, .line { display: grid; grid-template-columns: 3.75rem 1.25rem minmax(0, 1fr) auto; gap: 6px; align-items: baseline; padding: 5px 12px; font-size: .8125rem; list-style: none; }
.frame > summary::-webkit-details-marker { display: none; }
.frame > summary:hover { background: var(--sunken); }
.frame > summary:focus-visible { outline-offset: -2px; }
.frame time, .line time { color: var(--ink-3); font-variant-numeric: tabular-nums; }
.frame .arrow { color: var(--ink-3); }
.frame.received .arrow { color: var(--accent); }
.frame.asks > summary { background: var(--tint); box-shadow: inset 3px 0 var(--accent); }
.frame.asks .title { font-weight: 650; }
.frame.failed .title { color: var(--danger); }
.frame .size { font-size: .75rem; white-space: nowrap; }
.line { color: var(--ink-3); background: var(--sunken); }
.line .title { grid-column: 3 / -1; white-space: pre-wrap; }
.line.stdout { color: var(--danger); background: var(--danger-tint); }
.line .note { grid-column: 3 / -1; font-weight: 600; }
.json { font: .8125rem/1.5 var(--mono); white-space: pre-wrap; padding: 10px 14px; background: var(--sunken); overflow: auto; max-block-size: 28rem; border-radius: 8px; tab-size: 2; }
.frame > .json { border-radius: 0; border-block-start: 1px solid var(--line); }
.json-key { color: var(--ink-2); }
.json-text { color: var(--text); }
.json-number, .json-word { color: var(--number); }
.json-cut { color: var(--ink-3); }

@media (max-width: 1080px) {
  main { grid-template-columns: minmax(180px, 220px) minmax(0, 1fr); grid-template-rows: minmax(0, 3fr) minmax(160px, 2fr); }
  .wire { grid-column: 1 / -1; border-inline-start: 0; border-block-start: 1px solid var(--line); }
}
@media (max-width: 720px) {
  .top { padding: 8px 12px; gap: 6px 12px; }
  .claim { display: none; }
  .tabs { display: flex; gap: 0; background: var(--surface); border-block-end: 1px solid var(--line); }
  .tabs .quiet { flex: 1; min-height: 44px; border: 0; border-radius: 0; border-block-end: 3px solid transparent; background: none; }
  .tabs .quiet[aria-pressed='true'] { border-block-end-color: var(--accent); font-weight: 600; }
  main { display: block; overflow: auto; }
  .side, .middle, .wire { display: none; height: 100%; border: 0; }
  [data-view='tools'] .side, [data-view='wire'] .wire, [data-view='call'] .middle { display: flex; flex-direction: column; }
  .middle { padding: 12px 12px 32px; gap: 12px; }
  .call, .outcome { padding: 16px; border-radius: 10px; }
  .primary, .tool, .quiet, .option { min-height: 44px; }
  .switch span { padding-block: 9px; }
}
@media (forced-colors: active) {
  .switch input:checked + span, .tool[aria-current] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
}
`;
