import { WorkerTrial } from '../../../workers/trial.ts';
import { peakBytes, resetPeak } from '../peak-memory.ts';
import { send } from '../subject.ts';
import type { CallOrder, CallOutcome } from './messages.ts';

/** Process entry: sends the requests of assignments, one after the other, as a load worker does. */

async function call({ assignment, plant }: CallOrder): Promise<CallOutcome> {
  if (plant === 'a client that dies') process.abort();
  resetPeak();
  const errors = new Set<string>();
  let ok = 0;
  let failed = plant === 'a failure that is not counted' ? -1 : 0;
  const end = Promise.withResolvers<{ issued: number; abandoned: number }>();
  const trial = await WorkerTrial.prepare(assignment, {
    tick: (tick) => {
      ok += tick.ok;
      failed += tick.failed;
      for (const { kind, code } of tick.errors) errors.add(`${kind} ${code}`);
    },
    done: end.resolve,
  });
  trial.start(process.hrtime.bigint());
  const { issued, abandoned } = await end.promise;
  const kept = plant === 'a client that keeps all answers' ? 8e9 : 0;
  return {
    type: 'outcome',
    ...{ ok, failed, issued, abandoned },
    ...{ errors: [...errors], peakBytes: peakBytes() + kept },
  };
}

process.on('disconnect', () => process.exit());
process.on('message', async (order: CallOrder) => {
  await send(await call(order));
  await send({ type: 'done' });
});
