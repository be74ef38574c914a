import { type Profiler, Session } from 'node:inspector';

/** A range of a script: [start, end) in characters. */
interface Part {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** A range that was run may contain others that were not, and vice versa: the innermost decides. */
export function runParts(nested: readonly Part[]): [start: number, end: number][] {
  const parts: [number, number][] = [];
  const open: Part[] = [];
  let at = 0;
  const goTo = (offset: number) => {
    if (offset > at && (open.at(-1)?.count ?? 0) > 0) parts.push([at, offset]);
    at = Math.max(at, offset);
  };
  const closeUntil = (offset: number) => {
    for (let inner = open.at(-1); inner && inner.endOffset <= offset; inner = open.at(-1)) {
      goTo(inner.endOffset);
      open.pop();
    }
  };
  const inOrder = nested.toSorted(
    (a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset,
  );
  for (const part of inOrder) {
    closeUntil(part.startOffset);
    goTo(part.startOffset);
    open.push(part);
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return parts;
}

/** The ranges of a script that were run. */
interface Run {
  readonly script: string;
  readonly parts: readonly (readonly [start: number, end: number])[];
}

/** Watches which code this thread runs, by the block coverage of V8. */
export class Coverage {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Code run since the last call, without Node's own. */
  take(): Run[] {
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    // Answered synchronously: the session belongs to this thread.
    this.#session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      scripts = result;
    });
    return scripts
      .filter(({ url }) => url !== '' && !url.startsWith('node:'))
      .map(({ scriptId, functions }) => ({
        script: scriptId,
        parts: runParts(functions.flatMap(({ ranges }) => ranges)),
      }));
  }

  /** Forgets the code run since the last call. */
  forget(): void {
    this.#session.post('Profiler.takePreciseCoverage');
  }

  close(): void {
    this.#session.disconnect();
  }
}

/** The characters of all scripts that have been run. */
export class Reached {
  readonly #scripts = new Map<string, Uint8Array>();
  #characters = 0;

  /** Their number so far. */
  get characters(): number {
    return this.#characters;
  }

  /** @returns the number of characters that had never been run before. */
  add(runs: readonly Run[]): number {
    const before = this.#characters;
    for (const { script, parts } of runs) {
      for (const [start, end] of parts) this.#add(script, start, end);
    }
    return this.#characters - before;
  }

  #add(script: string, start: number, end: number): void {
    const known = this.#known(script, end);
    for (let at = known.indexOf(0, start); at >= 0 && at < end; at = known.indexOf(0, at)) {
      const next = known.indexOf(1, at);
      const until = Math.min(next < 0 ? end : next, end);
      known.fill(1, at, until);
      this.#characters += until - at;
    }
  }

  #known(script: string, length: number): Uint8Array {
    const known = this.#scripts.get(script) ?? new Uint8Array(length);
    const longer = known.length < length ? new Uint8Array(2 * length) : known;
    if (longer !== known) longer.set(known);
    this.#scripts.set(script, longer);
    return longer;
  }
}
