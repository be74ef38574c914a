import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  type Report,
  type ReportFigureType,
  reportFigureTypeSchema,
  reportSchema,
} from '../../../contracts/report.ts';
import type { Engine } from '../../api/engine.ts';
import { exportName } from '../../report/file-name.ts';
import { leftOut } from '../../report/left-out.ts';
import { findChromium } from '../../report/print/chromium.ts';
import { printPdf } from '../../report/print/print-pdf.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { collect } from '../options.ts';
import { outputPath, prepareFolder, writeOutput } from '../output-files.ts';
import { say, writeResult } from '../streams.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

const formats = ['html', 'pdf', 'folder'] as const;

interface ReportOptions extends CommandEngineOptions {
  readonly against: readonly string[];
  readonly format: (typeof formats)[number];
  readonly figures?: readonly ReportFigureType[];
  readonly title?: string;
  readonly out?: string;
}

async function compose(engine: Engine, run: string, options: ReportOptions): Promise<Report> {
  const runIds = [run, ...options.against].map((id) => engine.resolveRunId(id));
  const types = options.figures ?? null;
  const report = await engine.client.reports.compose({
    runIds: [...new Set(runIds)],
    types: types === null ? null : [...types],
  });
  if (types !== null) await reportLeftOut(engine, report, types);
  return options.title === undefined ? report : { ...report, title: options.title };
}

/** A script that names figures has to know which are missing. @throws WirebenchError where all are. */
async function reportLeftOut(
  engine: Engine,
  report: Report,
  types: readonly ReportFigureType[],
): Promise<void> {
  const documents = await Promise.all(
    report.runIds.map((runId) => engine.client.runs.get({ runId })),
  );
  const absent = leftOut(report, types, documents);
  const reasons = absent.map(({ why, types }) => `because ${why}: ${types.join(', ')}`);
  if (!report.blocks.some(({ kind }) => kind === 'figure')) {
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      `The report would have no figure, ${reasons.join('; ')}`,
      { hint: 'Omit --figures to include all figures of the run.' },
    );
  }
  for (const reason of reasons) say(`Left out, ${reason}.`);
}

async function writeReport(run: string, options: ReportOptions): Promise<void> {
  if (options.out === '-' && options.format !== 'html') {
    throw new WirebenchError('ARGUMENT_INVALID', 'Only HTML can be written to stdout', {
      hint: 'Give a file or folder with --out.',
    });
  }
  // Checked first, to avoid drawing in vain.
  const chromium = options.format === 'pdf' ? findChromium() : '';
  await withEngine(options, async (engine) => {
    const report = await compose(engine, run, options);
    const name = (extension: string) =>
      exportName({ id: report.runIds[0] ?? '', name: report.title }, extension);
    if (options.format === 'folder') return writeFolder(engine, report, options, name('report'));
    const { html } = await engine.client.reports.render({ report });
    if (options.out === '-') return writeResult(html);
    const path = await outputPath(options.out ?? '.', name(options.format));
    await writeOutput(path, options.format === 'pdf' ? await printPdf(html, chromium) : html);
    say(`Wrote ${path}`);
  });
}

async function writeFolder(
  engine: Engine,
  report: Report,
  { out }: ReportOptions,
  name: string,
): Promise<void> {
  const folder = out ?? name;
  await prepareFolder(folder);
  const { files } = await engine.client.reports.folder({ report });
  for (const file of files) await writeOutput(join(folder, file.name), file.text);
  say(`Wrote ${files.length} files to ${folder}`);
}

function figureTypes(list: string): ReportFigureType[] {
  return list.split(',').map((name) => {
    const type = reportFigureTypeSchema.safeParse(name.trim());
    if (type.success) return type.data;
    throw new InvalidArgumentError(
      `"${name.trim()}" is not a figure; expected one of ${reportFigureTypeSchema.options.join(', ')}.`,
    );
  });
}

function reportTitle(text: string): string {
  const title = reportSchema.shape.title.safeParse(text);
  if (title.success) return title.data;
  throw new InvalidArgumentError('A title must have 1 to 200 characters.');
}

/** `wirebench report RUN [--against RUN]… [--format html|pdf|folder] [--figures LIST] [--title TEXT] [--out PATH]` */
export function addReportCommand(program: Command, finish: Finish): void {
  program
    .command('report')
    .description(
      'write a report of a run, alone or compared with others, with figures and captions',
    )
    .argument('<run>', 'id, its first characters, or "latest"; the baseline of a comparison')
    .option('--against <run>', 'a run to compare with it; repeatable', collect, [])
    .addOption(
      new Option('--format <format>', 'one page, a PDF, or a folder of SVG and CSV')
        .choices(formats)
        .default('html'),
    )
    .option('--figures <list>', 'figures to show, such as columns,percentiles', figureTypes)
    .option('--title <text>', 'title of the report', reportTitle)
    .option('--out <path>', 'file or folder to write to (default: here); "-" is stdout for HTML')
    .option('--db <file>', 'use this database')
    .action(async (run: string, options: ReportOptions) => {
      await writeReport(run, options);
      finish(exitCodes.done);
    });
}
