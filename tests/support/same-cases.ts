import fc from 'fast-check';

/**
 * The same generated cases in every run of the suites, so that what passed once passes again and a
 * failure is caused by a change. For other cases: `WIREBENCH_SEED=random`, or the seed of a failure.
 */
const wanted = process.env.WIREBENCH_SEED ?? '20261123';
if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) });
