import { type Command, Option } from 'commander';
import { type ExportFormat, exportFormatSchema } from '../../../contracts/engine-api.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { outputPath, writeOutput } from '../output-files.ts';
import { say, writeResult } from '../streams.ts';
import { type EngineOptions, withEngine } from '../with-engine.ts';

interface ExportOptions extends EngineOptions {
  readonly format: ExportFormat;
  readonly out: string;
}

async function exportRun(run: string, options: ExportOptions): Promise<void> {
  const file = await withEngine(options, (engine) =>
    engine.client.runs.export({ runId: engine.resolveRunId(run), format: options.format }),
  );
  if (options.out === '-') return writeResult(file.text);
  const path = await outputPath(options.out, file.name);
  await writeOutput(path, file.text);
  say(`Wrote ${path}`);
}

/** `wirebench export RUN --format json|csv|html|hgrm --out PATH` */
export function addExportCommand(program: Command, finish: Finish): void {
  program
    .command('export')
    .description('write a stored run to a file')
    .argument('<run>', 'id, its first characters, or "latest"')
    .addOption(
      new Option('--format <format>', 'what to write')
        .choices(exportFormatSchema.options)
        .makeOptionMandatory(),
    )
    .requiredOption('--out <path>', 'file or folder to write to; "-" is stdout')
    .option('--db <file>', 'use this database')
    .action(async (run: string, options: ExportOptions) => {
      await exportRun(run, options);
      finish(exitCodes.done);
    });
}
