import { createReadStream } from 'node:fs';
import { toErrorReport } from '../../../contracts/errors.ts';
import { type RunFileReport, runFileOrderSchema } from '../../../contracts/run-file.ts';
import { answerOnce, readerFile } from '../../platform/limited-process.ts';
import { joinStore } from '../../store/store.ts';
import { takeRunFile } from './add.ts';

/** Process entry: reads one run file into the history. */
async function take(order: unknown): Promise<RunFileReport> {
  const { database } = runFileOrderSchema.parse(order);
  const store = joinStore(database);
  try {
    const file = createReadStream('', { fd: readerFile, start: 0, autoClose: false });
    return { type: 'taken', run: await takeRunFile(store, file) };
  } finally {
    store.close();
  }
}

answerOnce((order) =>
  take(order).catch(
    (error: unknown): RunFileReport => ({ type: 'failed', error: toErrorReport(error) }),
  ),
);
