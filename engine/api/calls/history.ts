import { randomUUID } from 'node:crypto';
import type { Annotation } from '../../../contracts/history.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `history` part of the engine's API. */
export function historyCalls(api: ContractImplementer, _parts: RouterParts) {
  const marks = new Map<string, Annotation[]>();
  const of = (runId: string) => marks.get(runId) ?? [];
  return {
    annotations: api.history.annotations.handler(({ input }) => of(input.runId)),
    annotate: api.history.annotate.handler(({ input: { runId, ...mark } }) => {
      const made = { id: randomUUID(), madeAt: new Date().toISOString(), ...mark };
      marks.set(runId, [...of(runId), made]);
      return made;
    }),
    removeAnnotation: api.history.removeAnnotation.handler(({ input: { runId, id } }) => {
      marks.set(
        runId,
        of(runId).filter((one) => one.id !== id),
      );
      return {};
    }),
  };
}
