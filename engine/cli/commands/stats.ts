import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import type { FactorName } from '../../../contracts/experiment/factors.ts';
import {
  factorNameSchema,
  type StatisticsMetric,
  type StudyMetric,
  type StudyPipeline,
  type StudySide,
  statisticsMetricSchema,
  statisticsMetrics,
  studyMetrics,
  studyPipelineSchema,
  studySideSchema,
} from '../../../contracts/statistics.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { writeResult } from '../streams.ts';
import { drawStatistics } from '../text/statistics-text.ts';
import { drawStudy } from '../text/study-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface StatsOptions extends CommandEngineOptions {
  readonly json?: true;
  readonly factor?: FactorName;
  readonly against?: string;
  readonly with?: string;
  readonly metric?: readonly StudyMetric[];
  readonly pipeline?: StudyPipeline;
  readonly side: StudySide;
  readonly alpha: number;
  readonly repetition: number;
}

function metricOption(text: string): StudyMetric[] {
  const read = z.array(z.enum(studyMetrics)).min(1).safeParse(text.split(','));
  if (read.success) return [...new Set(read.data)];
  throw new InvalidArgumentError(`expected a list of ${studyMetrics.join(', ')}`);
}

function alphaOption(text: string): number {
  const alpha = Number(text);
  if (text.trim() !== '' && alpha > 0 && alpha < 1) return alpha;
  throw new InvalidArgumentError('expected a number above 0 and below 1, such as 0.05');
}

function repetitionOption(text: string): number {
  const repetition = Number(text);
  if (Number.isInteger(repetition) && repetition >= 1) return repetition;
  throw new InvalidArgumentError('expected a whole number from 1');
}

async function trialStatistics(run: string, options: StatsOptions): Promise<string> {
  const { factor = null, against = null } = options;
  const found = await withEngine(options, (engine) =>
    engine.client.statistics.analyse({
      runId: engine.resolveRunId(run),
      factor,
      against,
      metrics: trialMetrics(options.metric),
    }),
  );
  return options.json ? `${JSON.stringify(found, null, 2)}\n` : drawStatistics(found);
}

/** Energy has no interval of its own here; it is for the study's procedure. */
function trialMetrics(wanted: readonly StudyMetric[] = statisticsMetrics): StatisticsMetric[] {
  const metrics = wanted.flatMap((metric) => statisticsMetricSchema.safeParse(metric).data ?? []);
  return metrics.length > 0 ? metrics : [...statisticsMetrics];
}

async function study(run: string, pipeline: StudyPipeline, options: StatsOptions): Promise<string> {
  const { factor = null, against = null, metric, side, alpha, repetition } = options;
  const found = await withEngine(options, (engine) =>
    engine.client.statistics.study({
      runId: engine.resolveRunId(run),
      pipeline,
      factor,
      control: against,
      treatment: options.with ?? null,
      side,
      alpha,
      repetition,
      metric: metric?.[0] ?? null,
    }),
  );
  return options.json ? `${JSON.stringify(found, null, 2)}\n` : drawStudy(found);
}

/** `wirebench stats RUN` */
export function addStatsCommand(program: Command, finish: Finish): void {
  program
    .command('stats')
    .description('analyse the repetitions of a run, or apply the procedure of a study')
    .argument('<run>', 'id, its first characters, or "latest"')
    .addOption(
      new Option('--factor <name>', 'compare the levels of this factor').choices(
        factorNameSchema.options,
      ),
    )
    .option('--against <level>', 'level to use as the baseline')
    .option('--with <level>', 'level compared with it, for a study’s procedure')
    .option('--metric <list>', 'only these, such as throughput,p99', metricOption)
    .addOption(
      new Option('--pipeline <name>', 'the procedure of a study').choices(
        studyPipelineSchema.options,
      ),
    )
    .addOption(
      new Option('--side <side>', 'alternative hypothesis of isep-performance')
        .choices(studySideSchema.options)
        .default('less'),
    )
    .option('--alpha <level>', 'p below which a study’s test is significant', alphaOption, 0.05)
    .option(
      '--repetition <number>',
      'repetition whose requests isep-performance uses',
      repetitionOption,
      1,
    )
    .option('--json', 'print a JSON document')
    .option('--db <file>', 'use this database')
    .action(async (run: string, options: StatsOptions) => {
      const { pipeline } = options;
      await writeResult(
        pipeline === undefined
          ? await trialStatistics(run, options)
          : await study(run, pipeline, options),
      );
      finish(exitCodes.done);
    });
}
