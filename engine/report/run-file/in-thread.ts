import { closeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { WirebenchError } from '../../../contracts/errors.ts';
import { type ImportedRun, runFileReportSchema } from '../../../contracts/run-file.ts';
import { entryUrl } from '../../platform/entries.ts';

/**
 * Of the heap in which a file is read. Without limits it grows by what the engine has free, since nothing hurries its
 * collection.
 */
const readerLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

/** Reads run files into a history, one after the other, each in a thread that may die of it. */
export class RunFileReader {
  readonly #database: string;
  readonly #limits: typeof readerLimits;
  #last: Promise<unknown> = Promise.resolve();

  /** @param database the file of a store that is open. */
  constructor(database: string, limits = readerLimits) {
    this.#database = database;
    this.#limits = limits;
  }

  /**
   * @param descriptor of the file, which is closed at the end.
   * @throws WirebenchError as `takeRunFile` does.
   */
  take(descriptor: number): Promise<ImportedRun> {
    const taken = this.#last
      .then(() => this.#read(descriptor))
      .finally(() => closeSync(descriptor));
    this.#last = taken.catch(() => undefined);
    return taken;
  }

  async #read(descriptor: number): Promise<ImportedRun> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const worker = new Worker(entryUrl('runFileReader'), {
      workerData: { database: this.#database, descriptor },
      resourceLimits: this.#limits,
      execArgv: [],
      stdin: false,
    });
    worker.once('message', resolve).once('error', reject).once('exit', reject);
    // The descriptor is closed only when the thread is gone.
    const gone = new Promise((exited) => worker.once('exit', exited));
    const told = await promise
      .catch((cause: unknown) => Promise.reject(endedEarly(cause)))
      .finally(() => gone);
    const report = runFileReportSchema.parse(told);
    if (report.type === 'taken') return report.run;
    const { code, message, hint } = report.error;
    throw new WirebenchError(code, message, hint === undefined ? {} : { hint });
  }
}

function endedEarly(cause: unknown): WirebenchError {
  const isFull = (cause as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isFull) {
    return new WirebenchError(
      'RUN_FILE_TOO_LARGE',
      'The file takes more memory to read than any run of this size does',
      { cause },
    );
  }
  const reason = cause instanceof Error ? cause.message : 'it was ended';
  return new WirebenchError('INTERNAL', `The thread that reads the file ended: ${reason}`, {
    cause,
  });
}
