import { type Rule, timeOf, when, withFix } from './rule.ts';

/** A service may still be busy with leftovers of an iteration, such as closing its connections. */
const shortIntervalMs = 100;
/** With fewer values the median depends on chance, and quartiles are unreliable. */
const fewIterations = 30;

const countsIterations: Rule = ({ load }) =>
  when(
    load.model === 'plan',
    () =>
      'Throughput counts iterations, the pauses between them included, and latency is the time of an iteration.',
  );

const shortInterval: Rule = ({ load }) => {
  if (load.model !== 'plan' || load.schedule === 'load') return [];
  return when(load.interval < shortIntervalMs, () =>
    withFix(
      `An interval of ${timeOf(load.interval)} may be too short for client and service to settle, so that one iteration slows the next.`,
      'Wait for 500 ms',
      ['load.interval', '500ms'],
    ),
  );
};

const idleInterval: Rule = ({ load }) => {
  if (load.model !== 'plan' || load.schedule === 'stagger') return [];
  return [
    'Where iterations are sent as one load, all start at the same moment: the interval has no effect, and the time of an iteration includes waiting for the others.',
  ];
};

const noWarmUp: Rule = ({ load }) => {
  if (load.model !== 'plan') return [];
  return when(load.warmUpIterations === 0, () =>
    withFix(
      'Without warm-up iterations the first ones count, while client and service still run code that is not yet compiled.',
      'Warm up for 10 iterations',
      ['load.warmUpIterations', 10],
    ),
  );
};

const tooFew: Rule = ({ load }) => {
  if (load.model !== 'plan') return [];
  return when(load.iterations < fewIterations, () =>
    withFix(
      `A median of ${load.iterations === 1 ? 'one iteration' : `${load.iterations} iterations`} depends on chance. Run 100 or more.`,
      'Run 100 iterations',
      ['load.iterations', 100],
    ),
  );
};

const oneWorker: Rule = ({ load, workers }) => {
  if (load.model !== 'plan' || workers === 'auto') return [];
  return when(
    workers > 1,
    () => `One worker runs all iterations of a plan, as one client would; ${workers} are not used.`,
  );
};

/** Advice on iterations of use cases. */
export const planRules: readonly Rule[] = [
  countsIterations,
  shortInterval,
  idleInterval,
  noWarmUp,
  tooFew,
  oneWorker,
];
