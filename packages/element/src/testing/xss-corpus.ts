/** Payloads that run, load or navigate wherever text is taken for markup, script or address. Each would set `globalThis.ran`. */
const RUN = 'globalThis.ran=1';

const VECTORS: readonly string[] = [
  `<script>${RUN}</script>`,
  `<ScRiPt src=/evil.js></sCrIpT>`,
  `<img src=x onerror="${RUN}">`,
  `<img src=/evil.png>`,
  `<image href=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>${RUN}</script></svg>#x">`,
  `<body onload=${RUN}>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}" autofocus onfocus=${RUN}>x</a>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<textarea autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}>`,
  `<marquee onstart=${RUN}>`,
  `<meta http-equiv=refresh content="0;url=/evil">`,
  `<base href=//evil.example/>`,
  `<link rel=stylesheet href=/evil.css>`,
  `<style>@import '/evil.css';*{background:url(/evil.png)}</style>`,
  `<form action=/evil><button>x</button></form>`,
  `<math><mi xlink:href="javascript:${RUN}">x</mi></math>`,
  `<template><script>${RUN}</script></template>`,
  `<midcall-question onclick=${RUN}></midcall-question>`,
  `<slot onslotchange=${RUN}></slot>`,
  `javascript:${RUN}`,
  `data:text/html,<script>parent.${RUN}</script>`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `[x](javascript:${RUN}) ![x](/evil.png)`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<![CDATA[><img src=x onerror=${RUN}>]]>`,
  `<?lit$1$?><img src=x onerror=${RUN}>`,
  `<!--?lit$123456789$--><img src=x onerror=${RUN}>`,
];

const WRAPS: readonly ((vector: string) => string)[] = [
  vector => vector,
  vector => `">${vector}`,
  vector => `'>${vector}<!--`,
  vector => `</span></p></textarea></title></style></script>${vector}`,
  vector => `\u202e${vector}\u0000`,
  vector => `&lt;b&gt;${vector.replaceAll('<', '&#60;')}`,
];

/** Every vector in every wrap. */
export const PAYLOADS: readonly string[] = VECTORS.flatMap(vector => WRAPS.map(wrap => wrap(vector)));
