/** Makes elements without markup strings, so that nothing a server says can become markup (N11). */

export type Child = Node | string | undefined | false | readonly Child[];

type Props<K extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[K], 'style' | 'dataset'>> & {
  readonly attrs?: Readonly<Record<string, string | boolean | undefined>>;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
};

/** Creates one element: properties, then `attrs`, then listeners, then children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props<K> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { attrs, on, ...properties } = props;
  Object.assign(element, properties);
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  for (const [name, listener] of Object.entries(on ?? {})) element.addEventListener(name, listener);
  append(element, children);
  return element;
}

/** Replaces what `parent` holds. */
export function fill(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child as readonly Child[]);
    else parent.append(child as Node | string);
  }
}
