/** The surfaces of a desk. One that throws counts as not reachable and stops none of the others. */
import type { QuestionView } from '@midcall/core/contract';
import type { RaiseDetail, Surface } from '../desk.js';

export interface SurfaceRack {
  add(surface: Surface): () => void;
  reachable(principal: string): boolean;
  /** Before whom one of them is open now. */
  present(): readonly string[];
  isPresent(principal: string): boolean;
  /** Shows it where the person is already: nothing new is opened for it. */
  raiseWherePresent(question: QuestionView, principal: string): void;
  remindWherePresent(question: QuestionView, principal: string): void;
  raise(question: QuestionView, principal: string, detail: RaiseDetail): void;
  remind(question: QuestionView, principal: string): void;
  changed(question: QuestionView, principal: string): void;
  close(): Promise<void>;
}

export function createSurfaceRack(onError: (error: unknown) => void): SurfaceRack {
  const surfaces = new Set<Surface>();
  const each = (use: (surface: Surface) => void): void => {
    for (const surface of [...surfaces]) {
      try {
        use(surface);
      } catch (error) {
        onError(error);
      }
    }
  };
  const present = (): readonly string[] => {
    const principals = new Set<string>();
    each(surface => {
      for (const principal of surface.present?.() ?? []) principals.add(principal);
    });
    return [...principals];
  };
  const eachWherePresent = (principal: string, use: (surface: Surface) => void): void =>
    each(surface => surface.present?.().includes(principal) === true && use(surface));
  return {
    present,
    isPresent: principal => present().includes(principal),
    add(surface) {
      surfaces.add(surface);
      return () => {
        surfaces.delete(surface);
      };
    },
    reachable(principal) {
      let reached = false;
      each(surface => {
        reached ||= surface.reachable(principal);
      });
      return reached;
    },
    raiseWherePresent: (question, principal) => eachWherePresent(principal, surface => surface.raise?.(question, principal, {})),
    remindWherePresent: (question, principal) => eachWherePresent(principal, surface => surface.remind?.(question, principal)),
    raise: (question, principal, detail) => each(surface => surface.reachable(principal) && surface.raise?.(question, principal, detail)),
    remind: (question, principal) => each(surface => surface.reachable(principal) && surface.remind?.(question, principal)),
    changed: (question, principal) => each(surface => surface.changed?.(question, principal)),
    async close() {
      const all = [...surfaces];
      surfaces.clear();
      for (const surface of all) {
        try {
          await surface.close?.();
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
