import type { Command } from 'commander';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { writeResult } from '../streams.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

async function remove(run: string, options: CommandEngineOptions): Promise<string> {
  return withEngine(options, async (engine) => {
    const runId = engine.resolveRunId(run);
    await engine.client.runs.remove({ runId });
    return runId;
  });
}

/** `wirebench delete RUN` */
export function addDeleteCommand(program: Command, finish: Finish): void {
  program
    .command('delete')
    .description('delete a run; it can be restored for a week')
    .argument('<run>', 'id, its first characters, or "latest"')
    .option('--db <file>', 'use this database')
    .action(async (run: string, options: CommandEngineOptions) => {
      const runId = await remove(run, options);
      await writeResult(
        `Deleted run ${runId}. To restore it within a week: wirebench restore ${runId}\n`,
      );
      finish(exitCodes.done);
    });
}
