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

/** Maximum line length, since a line of a tool can be a whole file. */
const longestLine = 300;
/** Interval at which watchers get the lines of tools, in milliseconds. */
const reportEvery = 200;

/** Builds requested by windows: one at a time, never during a run. */
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

  /** State of the stacks. During a run, the last known state is used, since querying the tools takes CPU time. */
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

  /** Ends every watch; a build is ended by the run manager, where it blocks runs. */
  close(): void {
    this.#feed.close();
  }

  /** Never rejects. @returns the result. */
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
