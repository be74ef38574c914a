import { type Profiler, Session } from 'node:inspector';

/** Watches which code this thread runs, by the block coverage of V8. */
export class Coverage {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Code run since the last call, without Node's own. */
  take(): readonly Profiler.ScriptCoverage[] {
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    // Answered synchronously: the session belongs to this thread.
    this.#session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      scripts = result.filter(({ url }) => url !== '' && !url.startsWith('node:'));
    });
    return scripts;
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
  /** Their number so far. */
  characters = 0;

  /** @returns the number of characters that had never been run before. */
  add(scripts: readonly Profiler.ScriptCoverage[]): number {
    const before = this.characters;
    for (const { scriptId, functions } of scripts) {
      const ranges = functions
        .flatMap((one) => one.ranges)
        .toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
      const length = ranges.reduce((most, { endOffset }) => Math.max(most, endOffset), 0);
      const known = this.#known(scriptId, length);
      const run = new Uint8Array(length);
      // A range that was run may contain others that were not, and vice versa: the innermost decides.
      for (const { count, startOffset, endOffset } of ranges)
        run.fill(Math.min(count, 1), startOffset, endOffset);
      for (let at = 0; at < length; at += 1) {
        if (!run[at] || known[at]) continue;
        known[at] = 1;
        this.characters += 1;
      }
    }
    return this.characters - before;
  }

  #known(script: string, length: number): Uint8Array {
    const known = this.#scripts.get(script) ?? new Uint8Array(0);
    if (known.length >= length) return known;
    const longer = new Uint8Array(length);
    longer.set(known);
    this.#scripts.set(script, longer);
    return longer;
  }
}
