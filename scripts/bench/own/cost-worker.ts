import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { assignmentSchema } from '../../../contracts/worker-messages.ts';
import { WorkerTrial } from '../../../workers/trial.ts';

/** Thread of `cost.ts`: one load, measured or not. Posts its ticks, and at its end a number of milliseconds and outcomes. */
const { assignment, measuring } = z
  .object({ assignment: assignmentSchema, measuring: z.boolean() })
  .parse(workerData);

const trial = await WorkerTrial.prepare(
  assignment,
  {
    tick: (tick) => parentPort?.postMessage({ tick }),
    done: ({ measured, windowStartMs, windowEndMs }) =>
      parentPort?.postMessage({ measured, windowMs: windowEndMs - windowStartMs }),
  },
  { measuring },
);
trial.start(process.hrtime.bigint());
