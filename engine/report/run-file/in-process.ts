import { closeSync } from 'node:fs';
import { fromErrorReport, WirebenchError } from '../../../contracts/errors.ts';
import {
  type ImportedRun,
  type RunFileOrder,
  runFileReportSchema,
} from '../../../contracts/run-file.ts';
import { askProcess, ReaderEnded } from '../../platform/limited-process.ts';

/** Reads run files into a history, one after the other, each in a separate process that may crash. */
export class RunFileReader {
  readonly #database: string;
  readonly #heapMb: number;

  /**
   * @param database file of an open store.
   * @param heapMb heap limit for reading a file.
   */
  constructor(database: string, heapMb = 64) {
    this.#database = database;
    this.#heapMb = heapMb;
  }

  /**
   * @param descriptor of the file, which is closed at the end.
   * @throws WirebenchError as `takeRunFile` does.
   */
  take(descriptor: number): Promise<ImportedRun> {
    return this.#read(descriptor).finally(() => closeSync(descriptor));
  }

  async #read(descriptor: number): Promise<ImportedRun> {
    const order: RunFileOrder = { database: this.#database };
    const limits = { heapMb: this.#heapMb, maxMs: null };
    const reply = await askProcess('runFileReader', order, limits, { descriptor }).catch(
      (cause: unknown) => {
        throw cause instanceof ReaderEnded ? failureOf(cause) : cause;
      },
    );
    const report = runFileReportSchema.parse(reply);
    if (report.type === 'taken') return report.run;
    throw fromErrorReport(report.error);
  }
}

function failureOf(cause: ReaderEnded): WirebenchError {
  if (cause.reason === 'memory') {
    const message = 'The file needs more memory to read than any run of this size';
    return new WirebenchError('RUN_FILE_TOO_LARGE', message, { cause });
  }
  const message = `The process that reads the file ended: ${cause.message}`;
  return new WirebenchError('INTERNAL', message, { cause });
}
