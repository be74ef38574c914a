import { afterEach, beforeEach } from 'vitest';
import type { RunEvent } from '../../contracts/engine-api.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { type Engine, openEngine } from '../../engine/api/engine.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A new engine for each test of a file, and helpers for its runs. */
export interface EngineRuns {
  readonly engine: Engine;
  readonly home: string;
  /** Watches a run to its end; `react` receives every event. */
  follow(runId: string, react?: (event: RunEvent) => Promise<void> | void): Promise<RunEvent[]>;
  /** Starts an experiment and watches it to its end. @param place where its files are. */
  runToEnd(
    text: string,
    react?: (event: RunEvent) => Promise<void> | void,
    place?: { readonly folder?: string; readonly filesOf?: string },
  ): Promise<ResultDocument>;
}

/** Call it once at the top of a file. */
export function engineRuns(): EngineRuns {
  const state: { home: string; engine: Engine | null } = { home: '', engine: null };
  beforeEach(async () => {
    state.home = temporaryFolder();
    state.engine = await openEngine({ home: state.home });
  });
  afterEach(async () => {
    await state.engine?.close();
  });
  const current = (): Engine => {
    if (!state.engine) throw new Error('there is an engine only within a test');
    return state.engine;
  };
  const follow: EngineRuns['follow'] = async (runId, react = () => undefined) => {
    const events: RunEvent[] = [];
    for await (const event of await current().client.runs.watch({ runId })) {
      events.push(event);
      await react(event);
    }
    return events;
  };
  return {
    get engine() {
      return current();
    },
    get home() {
      return state.home;
    },
    follow,
    runToEnd: async (text, react, place) => {
      const { runId } = await current().client.runs.start({ text, ...place });
      await follow(runId, react);
      return current().client.runs.get({ runId });
    },
  };
}
