import type { Command } from 'commander';
import { mayEndEarly, type Problem } from '../../../contracts/experiment/cell.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { countOf, formatWholeSeconds } from '../../../metrics/format.ts';
import { parseOverride } from '../../experiment/overrides.ts';
import { cellsOf, estimateSeconds, planTrials, warnings } from '../../experiment/plan.ts';
import { type ReadSuccess, readExperiment } from '../../experiment/read.ts';
import { checkService } from '../../own-service/check-service.ts';
import { filesIn } from '../../own-service/files.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { describeProblems, folderOf, readExperimentFile } from '../experiment-file.ts';
import { collect } from '../options.ts';
import { say, writeResult } from '../streams.ts';
import { surroundings } from '../surroundings.ts';
import { printable } from '../text/table.ts';

interface ValidateOptions {
  readonly set: readonly string[];
  readonly json?: true;
}

/** Output of `validate --json`. */
interface Validation {
  readonly valid: boolean;
  readonly problems: readonly Problem[];
  /** Null when there are problems. */
  readonly plan: Plan | null;
}

interface Plan {
  readonly name: string;
  readonly cells: number;
  readonly trials: number;
  /** Null if unknown, because the trials are bounded by requests. */
  readonly seconds: number | null;
  /** Whether a run may end before that. */
  readonly atMost: boolean;
  readonly warnings: readonly string[];
}

function planOf(experiment: Experiment): Plan {
  const trials = planTrials(experiment);
  return {
    name: experiment.name,
    cells: cellsOf(experiment).length,
    trials: trials.length,
    seconds: estimateSeconds(experiment, trials),
    atMost: mayEndEarly(
      experiment.load,
      trials.map(({ cell }) => cell),
    ),
    warnings: warnings(experiment),
  };
}

function describePlan(file: string, plan: Plan): string {
  const size = `${countOf(plan.trials, 'trial')} of ${countOf(plan.cells, 'cell')}`;
  const length =
    plan.seconds === null
      ? ''
      : `, ${plan.atMost ? 'at most' : 'about'} ${formatWholeSeconds(plan.seconds)}`;
  return `${file}: valid: ${printable(plan.name)}: ${size}${length}\n`;
}

async function print(file: string, found: Validation, json: boolean): Promise<void> {
  if (json) return writeResult(`${JSON.stringify(found, null, 2)}\n`);
  if (!found.plan) {
    surroundings().stderr.write(describeProblems(file, found.problems));
    return;
  }
  found.plan.warnings.forEach(say);
  await writeResult(describePlan(file, found.plan));
}

/** Problems in the files of an otherwise valid experiment. */
async function foundIn(file: string, { experiment, source }: ReadSuccess): Promise<Validation> {
  const files = filesIn(folderOf(file));
  const { problems, warnings: more } = await checkService(experiment, source, files);
  if (problems.length > 0) return { valid: false, problems, plan: null };
  const plan = planOf(experiment);
  return { valid: true, problems, plan: { ...plan, warnings: [...plan.warnings, ...more] } };
}

async function validate(file: string, options: ValidateOptions): Promise<ExitCode> {
  const overrides = options.set.map(parseOverride);
  const read = readExperiment(await readExperimentFile(file), { overrides });
  const found: Validation = read.ok
    ? await foundIn(file, read)
    : { valid: false, problems: read.problems, plan: null };
  await print(file, found, options.json === true);
  return found.valid ? exitCodes.done : exitCodes.wrongInput;
}

/** `wirebench validate FILE` */
export function addValidateCommand(program: Command, finish: Finish): void {
  program
    .command('validate')
    .description('list all problems in an experiment file, with line numbers')
    .argument('<file>', 'experiment file (*.bench.yaml); "-" is stdin')
    .option(
      '--set <path=value>',
      'override a value, as in factors.users=[10]; repeatable',
      collect,
      [],
    )
    .option('--json', 'print problems and plan as one JSON document')
    .action(async (file: string, options: ValidateOptions) =>
      finish(await validate(file, options)),
    );
}
