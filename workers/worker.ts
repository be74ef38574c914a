import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { toErrorReport } from '../contracts/errors.ts';
import {
  loadWorkerDataSchema,
  type WorkerCommand,
  type WorkerReport,
  workerCommandSchema,
} from '../contracts/worker-messages.ts';
import { WorkerTrial } from './trial.ts';

/** Thread entry: receives commands from the engine and runs one trial after another. */
if (!parentPort) throw new Error('workers/worker.ts runs as a worker thread only');
const port = parentPort;
const { niceness } = loadWorkerDataSchema.parse(workerData ?? {});
// On Linux this is the priority of the calling thread, elsewhere it would be that of the whole engine.
if (process.platform === 'linux' && niceness > 0) setPriority(niceness);
let current: { trial: number; run: WorkerTrial | null } | null = null;

const report = (message: WorkerReport) => port.postMessage(message);

async function prepare(trial: number, command: WorkerCommand & { type: 'prepare' }): Promise<void> {
  // Nothing waits for a load after an error.
  current?.run?.stop();
  const slot: { trial: number; run: WorkerTrial | null } = { trial, run: null };
  current = slot;
  slot.run = await WorkerTrial.prepare(command.assignment, {
    tick: (tick) => report({ type: 'tick', trial, tick }),
    done: (end) => report({ type: 'done', trial, ...end }),
  });
  report({ type: 'ready', trial });
}

async function obey(command: WorkerCommand): Promise<void> {
  if (command.type === 'prepare') await prepare(command.trial, command);
  else if (current?.trial !== command.trial) return;
  else if (command.type === 'start') current.run?.start(command.at);
  else if (command.type === 'extend') current.run?.extend(command.untilMs);
  else if (command.type === 'open') current.run?.open(command.atMs);
  else current.run?.stop();
}

port.on('message', (message: unknown) => {
  const command = workerCommandSchema.parse(message);
  obey(command).catch((error: unknown) => {
    report({ type: 'failed', trial: command.trial, error: toErrorReport(error, 'WORKER_FAILED') });
  });
});
