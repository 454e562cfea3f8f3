/** The surfaces of a desk. One that throws counts as not reachable and stops none of the others. */
import type { QuestionView } from '@midcall/core/contract';
import type { RaiseDetail, Surface } from '../desk.js';

export interface SurfaceRack {
  add(surface: Surface): () => void;
  reachable(principal: string): boolean;
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
  return {
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
