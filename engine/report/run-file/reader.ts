import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { toErrorReport } from '../../../contracts/errors.ts';
import { type RunFileReport, runFileOrderSchema } from '../../../contracts/run-file.ts';
import { joinStore } from '../../store/store.ts';
import { takeRunFile } from './add.ts';

/** Thread entry: reads one run file into the history. */
if (!parentPort) throw new Error('engine/report/run-file/reader.ts runs as a worker thread only');
const port = parentPort;

async function take(): Promise<RunFileReport> {
  const { database, descriptor } = runFileOrderSchema.parse(workerData);
  const store = joinStore(database);
  try {
    const file = createReadStream('', { fd: descriptor, start: 0, autoClose: false });
    return { type: 'taken', run: await takeRunFile(store, file) };
  } finally {
    store.close();
  }
}

take()
  .catch((error: unknown): RunFileReport => ({ type: 'failed', error: toErrorReport(error) }))
  .then((report) => port.postMessage(report));
