import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import {
  type ComparedMetric,
  comparedMetricSchema,
  comparedMetrics,
} from '../../../contracts/compare.ts';
import { exitCodes, type Finish } from '../exit-codes.ts';
import { writeResult } from '../streams.ts';
import { drawComparison } from '../text/comparison-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface CompareOptions extends CommandEngineOptions {
  readonly json?: true;
  readonly metric: readonly ComparedMetric[];
}

function metricOption(text: string): ComparedMetric[] {
  const read = z.array(comparedMetricSchema).min(1).safeParse(text.split(','));
  if (read.success) return [...new Set(read.data)];
  throw new InvalidArgumentError(`expected a list of ${comparedMetrics.join(', ')}`);
}

async function compare(
  baseline: string,
  others: readonly string[],
  options: CompareOptions,
): Promise<void> {
  const report = await withEngine(options, (engine) =>
    engine.client.compare.runs({
      baseline: engine.resolveRunId(baseline),
      others: others.map((other) => engine.resolveRunId(other)),
      metrics: [...options.metric],
    }),
  );
  await writeResult(options.json ? `${JSON.stringify(report, null, 2)}\n` : drawComparison(report));
}

/** `wirebench compare BASELINE OTHER…` */
export function addCompareCommand(program: Command, finish: Finish): void {
  program
    .command('compare')
    .description('compare the cells of runs with those of a baseline run')
    .argument('<baseline>', 'the baseline run: id, its first characters, or "latest"')
    .argument('<others...>', 'runs to compare with it')
    .addOption(
      new Option('--metric <list>', 'compare only these, such as throughput,p99')
        .argParser(metricOption)
        .default([...comparedMetrics], 'all'),
    )
    .option('--json', 'print the comparison as a JSON document')
    .option('--db <file>', 'use this database')
    .action(async (baseline: string, others: string[], options: CompareOptions) => {
      await compare(baseline, others, options);
      finish(exitCodes.done);
    });
}
