/**
 * The moving half of a sheet: from step to step, with the guard that rises each time, the focus that follows the person's own
 * act, and what is announced and told on the way. What the acts are is the business of the elements.
 */
import type { FieldIssue } from '@midcall/core';
import type { PropertyValues } from 'lit';
import type { MidcallEventMap, MidcallEventName } from './events.js';
import { Guard } from './guard.js';
import type { Step } from './sheet.js';
import { SheetElement } from './sheet-element.js';

export abstract class StepElement extends SheetElement {
  protected readonly guard = new Guard(() => this.now);
  protected announced = '';
  /** Done once, after the next drawing. */
  protected afterDraw: (() => void) | undefined;

  protected override updated(_changed: PropertyValues<this>): void {
    const act = this.afterDraw;
    this.afterDraw = undefined;
    act?.();
  }

  /** Moves to a step; focus follows, since the person's own act brought it about. */
  protected go(step: Step, focus: string): void {
    this.step = step;
    this.guard.raise();
    const inside = this.root().activeElement !== null || document.activeElement === this;
    this.afterDraw = () => {
      if (inside) this.root().getElementById(focus)?.focus();
    };
    this.requestUpdate();
  }

  /** Whether an act must do nothing now: guard time, already sent, or over. */
  protected held(action: string): boolean {
    if (this.sending || this.ended || (this.framed && (action === 'accept' || action === 'show'))) return true;
    if (this.guard.left === 0) return false;
    this.tell('midcall-guarded', { id: this.view.id, action });
    return true;
  }

  /** Says what is to be mended first. */
  protected refuse(issues: readonly FieldIssue[], from: 'person' | 'server'): void {
    this.issues = issues;
    this.issuesFrom = from;
    this.sending = false;
    this.go('fields', 'summary');
  }

  protected announce(text: string): void {
    this.announced = text;
    this.requestUpdate();
  }

  /** False if the host does it its own way. */
  protected tell<N extends MidcallEventName>(name: N, detail: MidcallEventMap[N]['detail']): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name === 'midcall-open-url' }));
  }

  mute(): void {
    this.menuOpen = false;
    this.tell('midcall-mute', { id: this.view.id, server: this.view.server.name });
    this.requestUpdate();
  }
}
