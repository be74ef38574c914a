import { toErrorReport } from '../../contracts/errors.ts';
import {
  type ForeignStack,
  foreignStacks,
  keptBuildLines,
  type StackBuild,
  type StackState,
} from '../../contracts/stacks.ts';
import type { RunManager } from '../run/manager.ts';
import { Feed } from '../services/feed.ts';
import { buildStack, stackState } from './stacks.ts';

/** A line of a tool can be a whole file. */
const longestLine = 300;
/** Tools write many lines at once; watchers hear of them so often, in milliseconds. */
const reportEvery = 200;

/** The builds that windows ask for: one at a time, never beside a run. */
export class StackBuilds {
  readonly #runs: RunManager;
  readonly #feed = new Feed<{ build: StackBuild | null }>(() => ({ build: this.#build }));
  #build: StackBuild | null = null;
  #stopper = new AbortController();
  #untold: NodeJS.Timeout | null = null;
  #known: readonly StackState[] | null = null;

  constructor(runs: RunManager) {
    this.#runs = runs;
  }

  /** What is here. Beside a run it is what was known before: to ask the tools takes time of the cores. */
  async list(): Promise<StackState[]> {
    if (this.#runs.current === null || this.#known === null) {
      this.#known = await Promise.all(foreignStacks.map(stackState));
    }
    return [...this.#known];
  }

  /** Begins a build. @throws WirebenchError RUN_BUSY */
  start(stacks: readonly ForeignStack[]): StackBuild {
    const stopper = new AbortController();
    const over = Promise.withResolvers<void>();
    const release = this.#runs.occupy(() => {
      stopper.abort();
      return over.promise;
    }, 'A build of stacks');
    this.#stopper = stopper;
    const startedAt = new Date().toISOString();
    const begun: StackBuild = {
      stacks: [...new Set(stacks)],
      done: 0,
      state: 'building',
      startedAt,
      lines: [],
      error: null,
    };
    this.#become(begun);
    void this.#all(begun, stopper.signal).then((ended) => {
      release();
      over.resolve();
      this.#become(ended);
    });
    return begun;
  }

  stop(): void {
    this.#stopper.abort();
  }

  watch(signal?: AbortSignal): AsyncGenerator<{ build: StackBuild | null }> {
    return this.#feed.watch(signal);
  }

  /** Ends every watch; a build is ended by that which it keeps out. */
  close(): void {
    this.#feed.close();
  }

  /** Never rejects. @returns how it ended. */
  async #all(begun: StackBuild, signal: AbortSignal): Promise<StackBuild> {
    let build = begun;
    try {
      for (const stack of begun.stacks) {
        const say = (line: string) => {
          build = { ...build, lines: [...build.lines, line.slice(0, longestLine)] };
          build.lines.splice(0, build.lines.length - keptBuildLines);
          this.#reportSoon(() => build);
        };
        await buildStack(stack, say, signal);
        build = { ...build, done: build.done + 1, lines: [] };
        this.#become(build);
      }
      return { ...build, state: 'done' };
    } catch (error) {
      if (signal.aborted) return { ...build, state: 'stopped' };
      return { ...build, state: 'failed', error: toErrorReport(error) };
    }
  }

  #reportSoon(build: () => StackBuild): void {
    this.#untold ??= setTimeout(() => this.#become(build()), reportEvery);
  }

  #become(build: StackBuild): void {
    clearTimeout(this.#untold ?? undefined);
    this.#untold = null;
    this.#build = build;
    this.#feed.publish({ build });
  }
}
