import type { ErrorReport } from '../../contracts/errors.ts';
import { type Cell, serverOf } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import { type Work, workOfExperiment, workWords } from '../../contracts/work.ts';
import { formatCount, groupDigits } from '../../metrics/format.ts';
import { secretsHidden } from '../../workloads/own-service/secrets.ts';
import { serverName } from './servers/start-server.ts';
import type { TrialFigures } from './trial-metrics.ts';
import { type ComparedAnswers, mismatchesIn, tooManyWrong } from './wrong-answers.ts';

/** The target, as the reader knows it. */
function targetName(experiment: Experiment, cell: Cell): string {
  const { target } = experiment;
  const { protocol } = cell;
  if (serverOf(experiment, cell)?.start) return `the ${serverName(cell)}`;
  const address = target === 'bundled' ? undefined : target[protocol];
  return address ?? `the bundled ${protocolFacts[protocol].label} service`;
}

/** Verified answers in all measured windows. */
export function comparisonOf(total: TrialFigures, counts: Work): ComparedAnswers {
  const { checked, errors, measured } = total;
  const first = errors.find(({ kind, code }) => kind === 'mismatch' && code !== 'SIZE');
  return {
    checked,
    answered: measured.ok + mismatchesIn(errors),
    message: first?.message ?? null,
    counts,
  };
}

/** Failure of a complete trial in which no request succeeded. */
export function noSuccess(
  { measured, errors, finished }: TrialFigures,
  experiment: Experiment,
  cell: Cell,
): ErrorReport | null {
  const { ok, failed, lengthMs } = measured;
  if (ok > 0) return null;
  const { one, many } = workWords[workOfExperiment(experiment)];
  const target = targetName(experiment, cell);
  if (failed > 0) {
    const [first] = errors;
    const unreachable = first !== undefined && errors.every(({ kind }) => kind === 'connect');
    return {
      code: unreachable ? 'TARGET_UNREACHABLE' : 'NO_REQUEST_SUCCEEDED',
      message: `None of ${formatCount(failed)} ${many} to ${target} succeeded; the first error: ${first?.message ?? 'unknown'}`,
      hint: 'Check that the service is still running and can handle this load.',
    };
  }
  const outside = finished.warmUp + finished.drained;
  const succeeded = finished.succeeded;
  const others = `outside of it ${formatCount(succeeded)} succeeded and ${formatCount(outside - succeeded)} failed`;
  return {
    code: 'NO_REQUEST_COMPLETED',
    message: `No ${one} to ${target} was completed in the measured window of ${groupDigits(lengthMs / 1000, 1)} s; ${others}.`,
    hint:
      succeeded > 0
        ? 'Measure for longer than an answer takes.'
        : 'Check whether the target answers at all, and set a timeout shorter than the window to see how its requests end.',
  };
}

/** Failure of a trial with too many wrong answers. */
export function wrongAnswers(total: TrialFigures, experiment: Experiment): ErrorReport | null {
  return tooManyWrong(comparisonOf(total, workOfExperiment(experiment)));
}

/** A failure without secrets: its message may quote a value, such as one that cannot be encoded. */
export function reportable(
  failure: ErrorReport | null,
  { custom }: Pick<Experiment, 'custom'>,
): ErrorReport | null {
  if (!failure || !custom) return failure;
  return { ...failure, message: secretsHidden(custom)(failure.message) };
}
