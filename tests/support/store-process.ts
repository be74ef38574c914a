import { openStore } from '../../engine/store/store.ts';
import { makeInterval, makeRun } from './records.ts';

/**
 * A process that works on a store until it is killed, for tests of how other processes handle
 * that: `store-process.ts FILE MODE RUN`. It prints a line after each finished step.
 */
const [file = '', mode = '', runId = ''] = process.argv.slice(2);

/** Appends intervals as fast as it can; prints the number of committed ones. */
function append(): void {
  const store = openStore(file);
  const run = makeRun(runId, 2);
  store.createRun(run);
  const trialId = run.trials[0]?.id ?? '';
  store.startTrial(trialId, '2026-03-01T10:00:01.000Z');
  for (let index = 0; ; index += 1) {
    store.appendInterval(trialId, makeInterval(index));
    process.stdout.write(`${index + 1}\n`);
  }
}

/** Starts a run and stays alive. */
function hold(): void {
  const store = openStore(file);
  store.createRun(makeRun(runId));
  process.stdout.write('holding\n');
  process.stdin.resume();
}

/** Claims interrupted runs and stays alive without finishing them. */
function claim(): void {
  const store = openStore(file);
  process.stdout.write(`${JSON.stringify(store.claimInterrupted())}\n`);
  process.stdin.resume();
}

const modes: Record<string, () => void> = { append, hold, claim };
modes[mode]?.();
