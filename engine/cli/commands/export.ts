import { type Command, Option } from 'commander';
import { type ExportFormat, exportFormatSchema } from '../../../contracts/engine-api.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { outputPath, writeOutput } from '../output-files.ts';
import { fetchRunFile } from '../run-files.ts';
import { say, writeResult } from '../streams.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

const formats = [...exportFormatSchema.options, 'run'] as const;

interface ExportOptions extends CommandEngineOptions {
  readonly format: ExportFormat | 'run';
  readonly out: string;
}

interface OutputFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

async function fetchFile(run: string, options: ExportOptions): Promise<OutputFile> {
  const { format } = options;
  return withEngine(options, async (engine) => {
    const runId = engine.resolveRunId(run);
    if (format !== 'run') {
      const { name, text } = await engine.client.runs.export({ runId, format });
      return { name, content: text };
    }
    const { name, bytes } = await fetchRunFile(engine.client.history, runId);
    return { name, content: bytes };
  });
}

async function exportRun(run: string, options: ExportOptions): Promise<void> {
  const { name, content } = await fetchFile(run, options);
  if (options.out === '-') return writeResult(content);
  const path = await outputPath(options.out, name);
  await writeOutput(path, content);
  say(`Wrote ${path}`);
}

/** `wirebench export RUN --format json|csv|html|hgrm|samples|run --out PATH` */
export function addExportCommand(program: Command, finish: Finish): void {
  program
    .command('export')
    .description('write a stored run to a file')
    .argument('<run>', 'id, its first characters, or "latest"')
    .addOption(
      new Option('--format <format>', 'what to write').choices(formats).makeOptionMandatory(),
    )
    .requiredOption('--out <path>', 'file or folder to write to; "-" is stdout')
    .option('--db <file>', 'use this database')
    .action(async (run: string, options: ExportOptions) => {
      await exportRun(run, options);
      finish(exitCodes.done);
    });
}
