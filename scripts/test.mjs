import { setUp } from './setup.mjs';
import { listFailures } from './support/failures.mjs';
import { runGates } from './support/gates.mjs';
import { say } from './support/project.mjs';
import { runSuite, suites } from './support/suites.mjs';
import { ensureSystemPackages } from './support/system-packages.mjs';

/**
 * All checks and tests: `node scripts/test.mjs [gates|unit|integration|e2e] [file …]`. The last
 * line is `N passed, N failed`, summed over everything that ran.
 */

const [wanted, ...files] = process.argv.slice(2);

function isWanted(part) {
  return wanted === undefined || wanted === part;
}

async function runAll() {
  if (![undefined, 'gates', ...suites].includes(wanted)) {
    throw new Error(`Not a part of the tests: ${wanted}; there are gates, ${suites.join(', ')}`);
  }
  const node = await setUp();
  const totals = isWanted('gates') ? [await runGates(node)] : [];
  if (isWanted('e2e') || isWanted('integration')) await ensureSystemPackages();
  for (const suite of suites.filter(isWanted)) totals.push(await runSuite(suite, node, files));
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
