import { fork } from 'node:child_process';
import { once } from 'node:events';
import { entryUrl, type startedModules } from './entries.ts';

/** Limits of a process that reads untrusted input. */
export interface ReaderLimits {
  /** Of its heap, in MB; without a limit it would grow to all free memory, since nothing forces garbage collection. */
  readonly heapMb: number;
  /** Null where the limited input length is enough. */
  readonly maxMs: number | null;
}

/** Of the young generation, in MB: three semi-spaces. */
const youngMb = 4;
/** Of the process's error output that is kept. */
const maxWords = 4000;

/** A process has ended without an answer. */
export class ReaderEnded extends Error {
  readonly reason: 'memory' | 'time' | 'fault';

  constructor(reason: ReaderEnded['reason'], message = reason as string) {
    super(message);
    this.reason = reason;
  }
}

/** Settles when the last started process has ended. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Starts a process for one answer, its only message: a thread that runs out of memory could take all others with it.
 * One such process runs at a time, so that together they stay within one limit.
 * @param given.descriptor of a file that it gets as `readerFile`.
 * @param given.answer answers its {@link askParent} questions; if it throws, the process ends with that error.
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

/** Message of {@link askParent}. */
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
      // It may have ended by now, which is reported elsewhere.
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

/** The file descriptor that a process was given. */
export const readerFile = 4;

/** Asks the parent process, after its order has arrived; one question at a time. */
export async function askParent(question: object): Promise<unknown> {
  process.send?.({ question });
  const [{ said }] = await once(process, 'message');
  return said;
}

/**
 * Runs a process started by {@link askProcess}.
 * @param answer never rejects.
 */
export function answerOnce(answer: (order: unknown) => Promise<object>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (order) => {
    process.send?.(await answer(order));
  });
}
