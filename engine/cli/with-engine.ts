import type { Engine } from '../api/engine.ts';
import { say } from './streams.ts';
import { surroundings } from './surroundings.ts';

export interface CommandEngineOptions {
  /** `--db`: another database than the one in the data folder. */
  readonly db?: string;
  /** Whether this machine shows a window. */
  readonly besideWindow?: boolean;
}

/** Opens the engine, prints its notices, and closes it whatever `use` does. */
export async function withEngine<Result>(
  options: CommandEngineOptions,
  use: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  // Loaded on demand: commands that need no engine start without it, and without the database.
  const { openEngine } = await import('../api/engine.ts');
  const { db, besideWindow = false } = options;
  const { home } = surroundings();
  const engine = await openEngine({
    besideWindow,
    ...(home === undefined ? {} : { home }),
    ...(db === undefined ? {} : { database: db }),
  });
  try {
    for (const { text } of engine.notices) say(text);
    return await use(engine);
  } finally {
    await engine.close();
  }
}
