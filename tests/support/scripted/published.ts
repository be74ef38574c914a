import { WirebenchError } from '../../../contracts/errors.ts';
import { publishedCalls } from '../../../engine/api/calls/published.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `published` part of the scripted engine: the real tables next to scripted values. */
export function scriptedPublished(os: ContractImplementer, state: ScriptedState) {
  return publishedCalls(os, {
    document: (runId) => {
      const run = state.runs.get(runId);
      if (!run) throw new WirebenchError('RUN_NOT_FOUND', `No run has the id ${runId}.`);
      return state.document(run);
    },
    runs: (limit) => state.summaries().slice(0, limit),
  });
}
