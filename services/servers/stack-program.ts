import type { Readable, Writable } from 'node:stream';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import type { ServerHealth } from '../../contracts/measurement.ts';
import type { StackStart } from '../../contracts/server-messages.ts';
import {
  type StackCommand,
  type StackReport,
  stackReportSchema,
} from '../../contracts/stack-messages.ts';
import { Program } from './program.ts';
import { sizedContent, stackOrder } from './stack-order.ts';

/** A report is short; more than this without a line end is not one. */
const longestLine = 64 * 1024;
/** Afterwards the metrics of a second are reported without the program's own. */
const measureMs = 1500;

/** Splits text chunks of any size into whole lines. */
export class Lines {
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  #rest = '';

  constructor(onLine: (line: string) => void, onTooLong: () => void) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  take(piece: string): void {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') this.#onLine(line);
    if (this.#rest.length <= longestLine) return;
    this.#rest = '';
    this.#onTooLong();
  }
}

/** @throws WirebenchError SERVICE_START_FAILED if a line is not a report. */
export function readReport(line: string): StackReport {
  try {
    return stackReportSchema.parse(JSON.parse(line));
  } catch {
    const shown = line.length > 200 ? `${line.slice(0, 200)}…` : line;
    throw new WirebenchError(
      'SERVICE_START_FAILED',
      `wrote a line that is not a report of a stack’s program: ${shown}`,
    );
  }
}

type Started = StackReport & { readonly type: 'started' };
type Measured = StackReport & { readonly type: 'measured' };

/**
 * The program of a stack: a server that receives its order on standard input, and reports its metrics on
 * standard output.
 */
export class StackProgram {
  readonly program: Program;
  readonly #start: StackStart;
  readonly #input: Writable;
  readonly #started = Promise.withResolvers<Started>();
  readonly #measures = new Map<number, (report: Measured | null) => void>();
  #nextMeasure = 1;

  private constructor(program: Program, start: StackStart) {
    this.program = program;
    this.#start = start;
    const { input, output } = program.talk;
    this.#input = input;
    // Its end is reported by its exit.
    input.on('error', () => undefined);
    this.#started.promise.catch(() => undefined);
    void program.ended.then(() => {
      for (const resolve of this.#measures.values()) resolve(null);
    });
    this.#listen(output);
  }

  /** @throws WirebenchError SERVER_START_FAILED if the program does not exist. */
  static async start(start: StackStart): Promise<StackProgram> {
    return new StackProgram(await Program.start({ ...start, free: null, talks: true }), start);
  }

  /** @throws WirebenchError SERVICE_START_FAILED if it fails, ends first, or takes too long. */
  async ready(): Promise<Started> {
    const { service, withinMs } = this.#start;
    this.#say(stackOrder(service));
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), withinMs);
    const first = await Promise.race([this.#started.promise, this.program.ended, late]).finally(
      () => clearTimeout(timer),
    );
    if (first === null) {
      throw failed(`was not ready within ${withinMs / 1000} s`);
    }
    if (typeof first === 'string') throw failed(`${first} before it was ready`);
    return first;
  }

  /** Its processes as seen by the system, with its own report; null without either. */
  async measure(): Promise<ServerHealth | null> {
    const report = await this.#measured();
    const health = this.program.tree?.measure() ?? null;
    if (health === null || report === null) return health;
    const heapBytes = report.heapUsedBytes ?? null;
    const { answered: requests, heapTotalBytes } = report;
    return { ...health, heapBytes, requests, ...(heapTotalBytes ? { heapTotalBytes } : {}) };
  }

  /** Requests its end, before it is forced. */
  async stop(graceMs: number): Promise<string | null> {
    this.#say({ type: 'stop' });
    this.#input.end();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, graceMs);
    await Promise.race([this.program.ended, late]);
    clearTimeout(timer);
    return this.program.stop(graceMs);
  }

  async #measured(): Promise<Measured | null> {
    const id = this.#nextMeasure++;
    const { promise, resolve } = Promise.withResolvers<Measured | null>();
    this.#measures.set(id, resolve);
    const timer = setTimeout(() => resolve(null), measureMs);
    this.#say({ type: 'measure', id });
    const report = await promise;
    clearTimeout(timer);
    this.#measures.delete(id);
    return report;
  }

  #listen(output: Readable): void {
    const lines = new Lines(
      (line) => this.#onLine(line),
      () => this.#fail(failed('wrote a line without an end where reports belong')),
    );
    output.setEncoding('utf8').on('data', (piece: string) => lines.take(piece));
  }

  #onLine(line: string): void {
    try {
      this.#onReport(readReport(line));
    } catch (error) {
      this.#fail(error);
    }
  }

  #onReport(report: StackReport): void {
    switch (report.type) {
      case 'started':
        this.#started.resolve(report);
        return;
      case 'failed':
        this.#fail(failed(`could not start: ${report.message}`));
        return;
      case 'measured':
        this.#measures.get(report.id)?.(report);
        return;
      default: {
        const { id, operation, bytes } = report;
        const message = sizedContent(this.#start.service, operation, bytes);
        this.#say({ type: 'content', id, message });
      }
    }
  }

  /** After its start, other output is kept with its log. */
  #fail(error: unknown): void {
    this.program.log.add(`${messageOf(error)}\n`);
    this.#started.reject(error);
  }

  #say(command: StackCommand): void {
    if (this.#input.writable) this.#input.write(`${JSON.stringify(command)}\n`);
  }
}

function failed(reason: string): WirebenchError {
  return new WirebenchError('SERVICE_START_FAILED', reason);
}
