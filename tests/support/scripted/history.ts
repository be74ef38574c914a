import { randomUUID } from 'node:crypto';
import type { Annotation } from '../../../contracts/history.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `history` part of the scripted engine. */
export function scriptedHistory(os: ContractImplementer, _state: ScriptedState) {
  const marks = new Map<string, Annotation[]>();
  const of = (runId: string) => marks.get(runId) ?? [];
  return {
    annotations: os.history.annotations.handler(({ input }) => of(input.runId)),
    annotate: os.history.annotate.handler(({ input: { runId, ...mark } }) => {
      const made = { id: randomUUID(), madeAt: new Date().toISOString(), ...mark };
      marks.set(runId, [...of(runId), made]);
      return made;
    }),
    removeAnnotation: os.history.removeAnnotation.handler(({ input: { runId, id } }) => {
      marks.set(
        runId,
        of(runId).filter((one) => one.id !== id),
      );
      return {};
    }),
  };
}
