import type { Command } from 'commander';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { say, writeResult } from '../streams.ts';
import { drawPublished } from '../text/published-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface PublishedOptions extends CommandEngineOptions {
  readonly json?: true;
}

async function published(run: string, options: PublishedOptions): Promise<ExitCode> {
  const found = await withEngine(options, (engine) =>
    engine.client.published.compare({ runId: engine.resolveRunId(run) }),
  );
  if (found === null) {
    say('The experiment of this run names no published tables: its file has no study key.');
    return exitCodes.wrongInput;
  }
  await writeResult(options.json ? `${JSON.stringify(found, null, 2)}\n` : drawPublished(found));
  return exitCodes.done;
}

/** `wirebench published RUN` */
export function addPublishedCommand(program: Command, finish: Finish): void {
  program
    .command('published')
    .description('compare a run with the published tables that its experiment names')
    .argument('<run>', 'run: id, its first characters, or "latest"')
    .option('--json', 'print the comparison as a JSON document')
    .option('--db <file>', 'use this database')
    .action(async (run: string, options: PublishedOptions) =>
      finish(await published(run, options)),
    );
}
