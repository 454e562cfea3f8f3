/** The whole page around whatever a visit shows: plain, calm, without a script, in the look of the inbox. */
import { showText } from '@midcall/core/inspect';
import { type Html, html } from './html.js';

/** Only ours may be named here: no script, no frame, nothing from elsewhere. */
export function documentOf(title: string, body: Html, head?: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="page.css">
${head}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text;
}

/** Who asks, for which call. What the host says about itself is a claim and marked as one. */
export function asker(server: string, name: string, client: string | undefined): Html {
  const claim = client === undefined ? undefined : html`, through a host that calls itself “${showText(client)}”`;
  return html`<p class="asks"><strong>${showText(server)}</strong> asks, while running <code>${showText(name)}</code>${claim}</p>`;
}

export function message(text: string): Html {
  return html`<p class="message">${showText(text)}</p>`;
}

/** A page that only says something. */
export function notice(title: string, ...sentences: readonly string[]): Html {
  return html`<h1>${title}</h1>${sentences.map(sentence => html`<p>${sentence}</p>`)}`;
}

export const STYLESHEET = `:root{color-scheme:light dark;--accent:light-dark(#0b6b63,#5fd0c3);--accent-hover:light-dark(#095750,#83ddd3);--on-accent:light-dark(#fff,#06211f);--page:light-dark(#f5f6f8,#101215);--surface:light-dark(#fff,#1a1e22);--ink:light-dark(#14181d,#eceff2);--ink-2:light-dark(#47505b,#b6bec8);--line:light-dark(#dfe3e8,#30373e);--edge:light-dark(#848e9b,#737e8a);--danger:light-dark(#a8201a,#ff9d94)}
*{box-sizing:border-box}
body{margin:0;padding:2rem 1rem;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
main{max-inline-size:34rem;margin:0 auto;padding:1.5rem;background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.375rem;line-height:1.3}
p{margin:0 0 1rem}
.asks,.hint,dt{color:var(--ink-2)}
.asks,.hint{font-size:.9375rem}
.message{white-space:pre-line}
.error{padding-inline-start:.75rem;border-inline-start:4px solid var(--danger);color:var(--danger);font-weight:600}
label{display:block;margin:0 0 .25rem;font-weight:600}
.field{margin:0 0 1.25rem}
.hint{margin:.25rem 0 0}
input:not([type=hidden]){display:block;inline-size:100%;min-block-size:44px;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:inherit;font:inherit}
input.code{max-inline-size:12rem;font:600 1.25rem/1.4 ui-monospace,monospace;letter-spacing:.15em;text-transform:uppercase}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.375rem 1rem;margin:0 0 1.25rem}
dd{margin:0}
ul{margin:0 0 1rem;padding-inline-start:1.25rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-block-start:1.5rem}
button{min-block-size:44px;padding:.5rem 1.25rem;border:1px solid var(--edge);border-radius:8px;background:transparent;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button.main{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
button.main:hover{background:var(--accent-hover)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
code{font:.9375em ui-monospace,monospace}
@media (max-width:30rem){body{padding:0}main{min-block-size:100vh;border:0;border-radius:0}.actions button{flex:1 1 100%}}
@media (forced-colors:active){button.main{border-width:2px}}
`;
