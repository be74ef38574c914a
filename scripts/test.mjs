import { prepareRuntime } from './electron-runtime.mjs';
import { ensureBuilds } from './support/builds.mjs';
import { installedElectron } from './support/electron-binary.mjs';
import { listFailures } from './support/failures.mjs';
import { runGates } from './support/gates.mjs';
import { ensurePackages } from './support/packages.mjs';
import { say } from './support/project.mjs';
import { runSuites } from './support/suites.mjs';
import { ensureSystemPackages } from './support/system-packages.mjs';
import { inTurns, readTestArguments, readTimeLeft } from './support/test-arguments.mjs';

/** Prepares what tests of the whole start: builds, browsers, and an Electron. */
async function prepareWhole(node) {
  const electron = async () => installedElectron() ?? (await prepareRuntime());
  await Promise.all([
    ensureBuilds(node),
    ensureSystemPackages(),
    // Tests that need it report that it is missing.
    electron().catch(() => null),
  ]);
}

/**
 * Checks and tests: `node scripts/test.mjs [all|gates|unit|integration|e2e|full|stacks] [file …]`. The last
 * line is `N passed, N failed`, summed over everything that ran.
 */
async function runAll() {
  const { parts, files } = readTestArguments(process.argv.slice(2));
  const leftMs = readTimeLeft(process.env.WIREBENCH_TEST_MINUTES, process.uptime() * 1000);
  const signal = leftMs === null ? undefined : AbortSignal.timeout(leftMs);
  const node = await ensurePackages();
  const ofTheWhole = parts.some((part) => !['gates', 'unit'].includes(part));
  // In parallel with the gates and the unit tests, which do not need it.
  const prepared = ofTheWhole ? prepareWhole(node) : Promise.resolve();
  prepared.catch(() => undefined); // Awaited below, when it may already have failed.
  const totals = [];
  for (const turn of inTurns(parts)) {
    if (!turn.includes('gates') && !turn.includes('unit')) await prepared;
    totals.push(
      await (turn.includes('gates') ? runGates(node) : runSuites(turn, node, files, signal)),
    );
  }
  return totals;
}

const totals = await runAll().catch((error) => [
  { passed: 0, failures: [{ name: 'the test command', message: error.message }] },
]);
const passed = totals.reduce((result, total) => result + total.passed, 0);
const failures = totals.flatMap((total) => total.failures);
listFailures(failures);
process.exitCode = failures.length > 0 ? 1 : 0;
say(`${passed} passed, ${failures.length} failed`);
