import type { Command } from 'commander';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { writeResult } from '../streams.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

/** `wirebench restore RUN`. The id must be complete: prefixes are looked up among visible runs only. */
export function addRestoreCommand(program: Command, finish: Finish): void {
  program
    .command('restore')
    .description('restore a deleted run')
    .argument('<run>', 'the whole id, as "delete" printed it')
    .option('--db <file>', 'use this database')
    .action(async (runId: string, options: CommandEngineOptions) => {
      await withEngine(options, ({ client }) => client.runs.restore({ runId }));
      await writeResult(`Restored run ${runId}.\n`);
      finish(exitCodes.done);
    });
}
