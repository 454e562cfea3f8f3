/** Sets CSS custom properties through the object model: a `style` attribute would be refused by a strict policy. */
import { nothing } from 'lit';
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';

type Vars = Readonly<Record<`--${string}`, string | number>>;

class StyleVars extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new TypeError('styleVars stands on an element.');
  }

  override render(_vars: Vars): typeof nothing {
    return nothing;
  }

  override update(part: ElementPart, [vars]: [Vars]): typeof nothing {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(vars)) style.setProperty(name, String(value));
    return nothing;
  }
}

export const styleVars = directive(StyleVars);
