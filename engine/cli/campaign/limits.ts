import type { TrialResult } from '../../../contracts/measurement.ts';
import { stackFacts, usualStack } from '../../../contracts/stacks.ts';
import { workOfTrials, workWords } from '../../../contracts/work.ts';
import { countOf, formatCount, formatShare } from '../../../figures/format.ts';
import type { CampaignResult } from './shapes.ts';

/** That a run is not one of the published size; empty where it is. */
export function cutSentence({ quick, cut }: Pick<CampaignResult, 'quick' | 'cut'>): string {
  const parts = [
    ...(quick ? ['the quick twin, which is smaller in everything'] : []),
    ...(cut.length > 0 ? [cut.join(', ')] : []),
  ];
  return parts.length === 0 ? '' : `Not of the published size: ${parts.join('; ')}.`;
}

/** What is known of a run that limits what its figures say, a sentence each. */
export function limitSentences({ document, cut, quick }: CampaignResult): string[] {
  const { run, trials } = document;
  const completed = trials.filter(({ status }) => status === 'completed');
  return [
    cutSentence({ cut, quick }),
    ...(run.status === 'completed'
      ? []
      : [
          `The run was ${run.status} after ${trials.length} of ${countOf(run.plannedTrials, 'trial')}.`,
        ]),
    ...leftOutSentences(trials),
    ...(completed.length === 0 ? [] : measuredSentences(completed)),
    ...run.warnings,
  ].filter((sentence) => sentence !== '');
}

/** Trials without figures, with the reason of each. */
function leftOutSentences(trials: readonly TrialResult[]): string[] {
  const out = trials.filter(({ status }) => status !== 'completed');
  const reasons = Map.groupBy(
    out,
    ({ status, failure }) => `${status}${failure ? `: ${failure.message}` : ''}`,
  );
  return [...reasons].map(
    ([reason, those]) => `${countOf(those.length, 'trial')} ${reason.replace(/\.?$/, '.')}`,
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
  const share = failed / (failed + sum('ok'));
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
      ? `${formatCount(failed)} ${workWords[workOfTrials(trials)].many} failed, ${formatShare(share)} of all.`
      : '',
  ];
}

/** The reason that most trials share, whatever its numbers, as the first of them has it. */
function mostFrequent(reasons: readonly string[]): string {
  const groups = [...Map.groupBy(reasons, (reason) => reason.replaceAll(/[\d.,]+/g, '0')).values()];
  const [most] = groups.sort((a, b) => b.length - a.length);
  return `${(most?.[0] ?? 'its reasons are with the run').replace(/\.$/, '')}.`;
}

/** What the services of a run were made of, as they told, a line for each runtime. */
export function softwareLines({ document }: CampaignResult): string[] {
  const { environment } = document.run;
  const completed = document.trials.filter(({ status }) => status === 'completed');
  const lines = completed.map(({ cell, made }) => {
    const stack = cell.stack ?? usualStack;
    if (!made)
      return `Node.js ${environment.node.replace(/^v/, '')}: ${listed(environment.libraries)}`;
    const runtime = made.runtime.startsWith(stackFacts[stack].label)
      ? made.runtime
      : `${stackFacts[stack].label}, ${made.runtime}`;
    return `${runtime}: ${listed(made.libraries)}`;
  });
  return [...new Set(lines)].sort();
}

function listed(libraries: Readonly<Record<string, string>>): string {
  return Object.entries(libraries)
    .map(([name, version]) => `${name} ${version}`)
    .sort()
    .join(', ');
}
