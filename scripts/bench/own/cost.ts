import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { assignmentSchema, tickSchema } from '../../../contracts/worker-messages.ts';

/**
 * One load of one worker with its measuring switched on or off: `node cost.ts FILE on|off`. Prints
 * how many requests ended in the window, and its length. Otherwise both run the same code.
 */
const endSchema = z.object({ measured: z.number(), windowMs: z.number() });
const [, , file = '', measuring = 'on'] = process.argv;
const [assignment] = assignmentSchema.array().parse(JSON.parse(readFileSync(file, 'utf8')));

const worker = new Worker(new URL('./cost-worker.ts', import.meta.url), {
  workerData: { assignment, measuring: measuring === 'on' },
});
for (;;) {
  const [message] = await once(worker, 'message');
  const end = endSchema.safeParse(message);
  // Ticks are read as the engine reads them: that is part of the cost.
  if (!end.success) z.object({ tick: tickSchema }).parse(message);
  else {
    process.stdout.write(JSON.stringify(end.data));
    break;
  }
}
await worker.terminate();
