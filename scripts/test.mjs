import { setUp } from './setup.mjs';
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

function sum(totals, key) {
  return totals.reduce((result, total) => result + total[key], 0);
}

const totals = await runAll().catch((error) => {
  say(error.message);
  return [{ passed: 0, failed: 1 }];
});
const failed = sum(totals, 'failed');
process.exitCode = failed > 0 ? 1 : 0;
say(`${sum(totals, 'passed')} passed, ${failed} failed`);
