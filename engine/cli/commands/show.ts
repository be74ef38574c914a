import type { Command } from 'commander';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { writeResult } from '../streams.ts';
import { drawRun } from '../text/run-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface ShowOptions extends CommandEngineOptions {
  readonly json?: true;
}

async function show(run: string, options: ShowOptions): Promise<void> {
  const document = await withEngine(options, (engine) =>
    engine.client.runs.get({ runId: engine.resolveRunId(run) }),
  );
  await writeResult(options.json ? `${JSON.stringify(document, null, 2)}\n` : drawRun(document));
}

/** `wirebench show RUN` */
export function addShowCommand(program: Command, finish: Finish): void {
  program
    .command('show')
    .description('print the trials and comparisons of a run')
    .argument('<run>', 'id, its first characters, or "latest"')
    .option('--json', 'print the result document')
    .option('--db <file>', 'use this database')
    .action(async (run: string, options: ShowOptions) => {
      await show(run, options);
      finish(exitCodes.done);
    });
}
