import { setUp } from './setup.mjs';
import { listFailures } from './support/failures.mjs';
import { runGates } from './support/gates.mjs';
import { say } from './support/project.mjs';
import { runSuite } from './support/suites.mjs';
import { ensureSystemPackages } from './support/system-packages.mjs';
import { readTestArguments } from './support/test-arguments.mjs';

/**
 * All checks and tests: `node scripts/test.mjs [gates|unit|integration|e2e|stacks] [file …]`. The last
 * line is `N passed, N failed`, summed over everything that ran.
 */
async function runAll() {
  const { parts, files } = readTestArguments(process.argv.slice(2));
  const node = await setUp();
  if (parts.includes('e2e') || parts.includes('integration')) await ensureSystemPackages();
  const totals = [];
  for (const part of parts) {
    totals.push(await (part === 'gates' ? runGates(node) : runSuite(part, node, files)));
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
