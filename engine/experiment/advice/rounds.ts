import { maxRounds } from '../estimate.ts';
import { type Rule, timeOf, when, withFix } from './rule.ts';

/** In a shorter ramp, each second covers more than a twentieth of all its levels. */
const steepSeconds = 20;
const shortMs = 5000;
/** The Universal Scalability Law has three parameters; a fit is meaningful from four levels on. */
const levelsToFit = 4;

const steepRamp: Rule = ({ load }) => {
  if (load.model !== 'ramp') return [];
  const seconds = (load.to - load.from) / load.perSecond;
  const levels = load.perSecond === 1 ? 'level' : 'levels';
  return when(
    seconds < steepSeconds,
    () =>
      `The ramp passes ${load.perSecond} ${levels} in each second, of ${load.to - load.from} in all, so the saturation point can only be found roughly. Let it rise for at least ${steepSeconds} s.`,
  );
};

const endsEarly: Rule = ({ load }) => {
  if (load.model === 'search') {
    return ['A search ends when it has found its level: the time given is a maximum.'];
  }
  const mayStop = 'stopAt' in load && load.stopAt === 'saturation';
  return when(
    mayStop,
    () =>
      `The ${load.model === 'ramp' ? 'ramp' : 'ladder'} stops at saturation, where throughput no longer rises: the time given is a maximum, and nothing beyond that point is measured.`,
  );
};

const shortRounds: Rule = ({ load }) => {
  const round =
    load.model === 'steps'
      ? { key: 'hold', ms: load.hold }
      : load.model === 'search'
        ? { key: 'round', ms: load.round }
        : undefined;
  if (!round) return [];
  return when(round.ms < shortMs, () =>
    withFix(
      `Rounds of ${timeOf(round.ms)} are short: their throughput varies by chance, and a pause in one of them looks like a limit. Let each ${round.key} last at least 5 s.`,
      `Let each ${round.key} last 5 s`,
      [`load.${round.key}`, '5s'],
    ),
  );
};

const unsettled: Rule = ({ load }) => {
  if (load.model !== 'steps' && load.model !== 'search') return [];
  return when(load.settle === 0, () =>
    withFix(
      'Without settle each round starts measuring while its users connect, and the first one while code is not yet compiled.',
      'Settle for 1 s',
      ['load.settle', '1s'],
    ),
  );
};

const fewLevels: Rule = ({ load }) => {
  const isDiscovery = load.model === 'search' && load.method === 'doubling';
  const levels =
    load.model === 'steps' ? load.levels.length : isDiscovery ? maxRounds(load) : undefined;
  return when(
    levels !== undefined && levels < levelsToFit,
    () =>
      `The scalability law cannot be fitted to ${levels === 1 ? 'one level' : `${levels} levels`}: it takes ${levelsToFit} or more.`,
  );
};

const finalRound: Rule = ({ load }) => {
  if (load.model !== 'search') return [];
  if (load.final === 0) {
    return [
      withFix(
        'Without a final round the figures are those of the best round, which is partly best by chance. Set final to measure its level again.',
        'Measure a final round',
        ['load.final', '100s'],
      ),
    ];
  }
  return when(
    load.final < load.round,
    () =>
      `The final round of ${timeOf(load.final)} is shorter than the rounds of ${timeOf(load.round)} before it, although its figures are those of the trial. Make it the longest.`,
  );
};

/** Advice on loads that change their level. */
export const roundRules: readonly Rule[] = [
  steepRamp,
  endsEarly,
  shortRounds,
  unsettled,
  fewLevels,
  finalRound,
];
