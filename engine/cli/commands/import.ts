import type { Command } from 'commander';
import type { ErrorReport } from '../../../contracts/errors.ts';
import type { ImportedRun } from '../../../contracts/run-file.ts';
import { describeReport, reportOf } from '../errors.ts';
import { type ExitCode, exitCodeOf, exitCodes, type Finish } from '../exit-codes.ts';
import { sendRunFile } from '../run-files.ts';
import { writeResult } from '../streams.ts';
import { surroundings } from '../surroundings.ts';
import { printable } from '../text/table.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

type Outcome = ImportedRun | ErrorReport;

function describe({ runId, name, outcome }: ImportedRun): string {
  const what = `run ${runId}, ${printable(name)}`;
  if (outcome === 'known') return `Already known: ${what}\n`;
  if (outcome === 'renewed') return `Imported under a new id, because its own is taken: ${what}\n`;
  return `Imported ${what}\n`;
}

/** Imports all valid files; an invalid one does not prevent the others. @returns the worst exit code. */
async function importFiles(
  files: readonly string[],
  options: CommandEngineOptions,
): Promise<ExitCode> {
  return withEngine(options, async ({ client }) => {
    let worst: ExitCode = exitCodes.done;
    for (const file of files) {
      const outcome: Outcome = await sendRunFile(client.history, file).catch(reportOf);
      if ('outcome' in outcome) {
        await writeResult(describe(outcome));
        continue;
      }
      surroundings().stderr.write(
        describeReport({ ...outcome, message: printable(`${file}: ${outcome.message}`) }),
      );
      if (worst !== exitCodes.failed) worst = exitCodeOf(outcome.code);
    }
    return worst;
  });
}

/** `wirebench import FILE…` */
export function addImportCommand(program: Command, finish: Finish): void {
  program
    .command('import')
    .description('add runs from run files to the history')
    .argument('<file...>', 'run files (.wbrun), as "export --format run" wrote them')
    .option('--db <file>', 'use this database')
    .action(async (files: string[], options: CommandEngineOptions) => {
      finish(await importFiles(files, options));
    });
}
