import { fork } from 'node:child_process';
import { once } from 'node:events';
import { entryUrl, type startedModules } from './entries.ts';

/** What a process may take that reads what others have made. */
export interface ReaderLimits {
  /** Of its heap, in MB; without a limit it would grow by what is free, since nothing hurries its collection. */
  readonly heapMb: number;
  /** Null where the length of what is read is limited enough. */
  readonly maxMs: number | null;
}

/** Of the heap, in MB, for what lives shortly: three of these. */
const youngMb = 4;
/** Of what the process says of its end. */
const maxWords = 4000;

/** A process has ended without an answer. */
export class ReaderEnded extends Error {
  readonly reason: 'memory' | 'time' | 'fault';

  constructor(reason: ReaderEnded['reason'], message = reason as string) {
    super(message);
    this.reason = reason;
  }
}

/** The end of the process that was started last. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Starts a process for one answer, its only message: a thread that runs out of memory may take all others with it.
 * There is one such process at a time, so that together they take no more than one may.
 * @param given.descriptor of a file that it gets as `readerFile`.
 * @param given.answer to what it asks with {@link askParent}; what this throws ends it, and is thrown.
 * @throws ReaderEnded
 */
export function askProcess(...asked: Parameters<typeof askAlone>): Promise<unknown> {
  const answer = last.then(() => askAlone(...asked));
  last = answer.catch(() => undefined);
  return answer;
}

interface Given {
  readonly descriptor?: number;
  readonly answer?: (question: unknown) => Promise<unknown>;
}

/** What {@link askParent} sends. */
function questionIn(message: unknown): { readonly question: unknown } | null {
  return typeof message === 'object' && message !== null && 'question' in message ? message : null;
}

async function askAlone(
  name: keyof typeof startedModules,
  order: object,
  { heapMb, maxMs }: ReaderLimits,
  { descriptor, answer }: Given = {},
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const child = fork(entryUrl(name), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', descriptor ?? 'ignore'],
    execArgv: [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${youngMb}`],
    serialization: 'advanced',
  });
  const timer =
    maxMs === null ? undefined : setTimeout(() => reject(new ReaderEnded('time')), maxMs);
  let words = '';
  child.stderr?.on('data', (part: Buffer) => {
    words = (words + part.toString()).slice(0, maxWords);
  });
  const gone = new Promise((resolveGone) => child.once('close', resolveGone));
  child
    .on('message', (message) => {
      const asked = questionIn(message);
      if (!asked || !answer) resolve(message);
      // It may have ended by now, which is told elsewhere.
      else answer(asked.question).then((said) => child.send({ said }, () => undefined), reject);
    })
    .once('error', (cause) => reject(new ReaderEnded('fault', cause.message)))
    .once('close', (code, signal) => {
      const isFull = /heap out of memory|Fatal JavaScript/.test(words);
      reject(new ReaderEnded(isFull ? 'memory' : 'fault', `it ended with ${signal ?? code}`));
    });
  try {
    child.send(order);
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    if (child.pid !== undefined) await gone;
  }
}

/** The descriptor of the file that a process was given. */
export const readerFile = 4;

/** Asks whoever has started this process, which has been told its order; one question at a time. */
export async function askParent(question: object): Promise<unknown> {
  process.send?.({ question });
  const [{ said }] = await once(process, 'message');
  return said;
}

/**
 * What a process does that is started by {@link askProcess}.
 * @param answer never rejects.
 */
export function answerOnce(answer: (order: unknown) => Promise<object>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (order) => {
    process.send?.(await answer(order));
  });
}
