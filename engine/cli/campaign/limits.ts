import type { TrialResult } from '../../../contracts/measurement.ts';
import { defaultStack, stackFacts } from '../../../contracts/stacks.ts';
import { workOfTrials, workWords } from '../../../contracts/work.ts';
import { countOf, formatCount } from '../../../metrics/format.ts';
import type { CampaignResult } from './shapes.ts';

/** Differences between the size of a run and the published size; empty without any. */
export function sizeSentence({ quick, cut, whole }: CampaignResult): string {
  const parts = [
    ...(quick ? ['the quick twin, which is smaller in everything'] : []),
    ...(cut.length > 0 ? [cut.join(', ')] : []),
  ];
  if (parts.length === 0) return '';
  return whole
    ? `Of the published size, with ${parts.join('; ')}.`
    : `Not of the published size: ${parts.join('; ')}.`;
}

/** Known limitations of a run's results, a sentence each. */
export function limitSentences(result: CampaignResult): string[] {
  const { run, trials } = result.document;
  const completed = trials.filter(({ status }) => status === 'completed');
  return [
    sizeSentence(result),
    run.status === 'completed'
      ? ''
      : `The run ended as ${run.status}, with ${completed.length} of ${countOf(run.plannedTrials, 'trial')} completed.`,
    ...leftOutSentences(trials),
    ...(completed.length === 0 ? [] : measuredSentences(completed)),
    ...run.warnings,
  ].filter((sentence) => sentence !== '');
}

/** A reason without its numbers, which differ from trial to trial. */
function unnumbered(reason: string): string {
  return reason.replaceAll(/\d[\d.,]*/g, '0');
}

/** Failed trials by reason, ignoring numbers, in the words of the first of them. */
function leftOutSentences(trials: readonly TrialResult[]): string[] {
  const reasons = trials
    .filter(({ status }) => status !== 'completed')
    .map(({ status, failure }) => `${status}${failure ? `: ${failure.message}` : ''}`);
  return [...Map.groupBy(reasons, unnumbered).values()].map(
    (those) => `${countOf(those.length, 'trial')} ${(those[0] ?? '').replace(/\.?$/, '.')}`,
  );
}

function measuredSentences(trials: readonly TrialResult[]): string[] {
  const { length } = trials;
  const cells = new Set(trials.map(({ cell }) => JSON.stringify(cell))).size;
  const bound = trials.filter(({ client }) => client.verdict === 'client-bound').length;
  const suspect = trials.filter(({ client }) => client.verdict === 'suspect');
  const sum = (key: 'ok' | 'failed') =>
    trials.reduce((total, { requests }) => total + requests[key], 0);
  const failed = sum('failed');
  return [
    cells === length
      ? 'Each cell was measured once, so that no ratio has an interval and none shows a direction.'
      : `Each cell was measured ${formatCount(Math.round(length / cells))} times.`,
    bound > 0
      ? `${bound} of ${countOf(length, 'trial')} ${bound === 1 ? 'was' : 'were'} client-bound: the limit was the client and not the service.`
      : '',
    suspect.length > 0
      ? `${suspect.length} of ${countOf(length, 'trial')} ${suspect.length === 1 ? 'was' : 'were'} suspect: ${mostFrequent(suspect.flatMap(({ client }) => client.reasons))}`
      : '',
    failed > 0
      ? `${formatCount(failed)} of ${formatCount(failed + sum('ok'))} ${workWords[workOfTrials(trials)].many} failed.`
      : '',
  ];
}

/** The most frequent reason of trials, ignoring numbers, in the words of the first of them. */
function mostFrequent(reasons: readonly string[]): string {
  const groups = [...Map.groupBy(reasons, unnumbered).values()];
  const [most] = groups.sort((a, b) => b.length - a.length);
  return `${(most?.[0] ?? 'its reasons are with the run').replace(/\.$/, '')}.`;
}

/** Software of the runs' services, as reported by them, a line for each runtime. */
export function softwareLines(results: readonly CampaignResult[]): string[] {
  const runtimes = new Map<string, Record<string, string>>();
  for (const { document } of results) {
    const { environment } = document.run;
    for (const { status, cell, made } of document.trials) {
      if (status !== 'completed') continue;
      const { label } = stackFacts[cell.stack ?? defaultStack];
      const runtime = made?.runtime ?? `Node.js ${environment.node.replace(/^v/, '')}`;
      const name = runtime.startsWith(label) ? runtime : `${label}, ${runtime}`;
      runtimes.set(name, {
        ...runtimes.get(name),
        ...(made?.libraries ?? environment.libraries),
      });
    }
  }
  return [...runtimes]
    .map(([name, libraries]) => {
      const versions = Object.entries(libraries).map((one) => one.join(' '));
      return [name, versions.sort().join(', ')].filter((part) => part !== '').join(': ');
    })
    .sort();
}
