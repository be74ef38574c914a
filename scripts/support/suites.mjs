import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, root, run, say, withOwnNode } from './project.mjs';

export const suites = ['unit', 'integration', 'e2e'];

/** The projects of vitest.config.ts that make up a suite, where it is not one of the same name. */
const projectsOf = { integration: ['integration', 'timing'], e2e: ['e2e', 'response-times'] };

/** All suites together have to end within this time of the start of this process. */
const deadlineMs = 60 * 60_000;

/** A file that could not even be loaded has no tests to count, and counts as one itself. */
function brokenFiles(report) {
  return report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
}

/** Reads Vitest's own account; without one the suite counts as one failure. */
function count(reportFile, code) {
  if (!existsSync(reportFile)) return { passed: 0, failed: code === 0 ? 0 : 1 };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  if (report.numPendingTests > 0) say(`${report.numPendingTests} skipped`);
  const failed = report.numFailedTests + brokenFiles(report);
  // Errors outside of tests fail the suite without failing a test.
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/**
 * Runs one suite, showing its progress.
 * @param files restricts it to files whose path contains one of these.
 * @returns how many tests passed and failed.
 */
export async function runSuite(name, node, files) {
  const reportFile = join(cacheFolder, `${name}.json`);
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(reportFile, { force: true });
  say(`\n${name} tests`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const projects = (projectsOf[name] ?? [name]).flatMap((project) => ['--project', project]);
  const args = [vitest, 'run', ...projects, '--passWithNoTests', ...reporters, ...files];
  const timeLeft = Math.round(Math.max(1000, deadlineMs - process.uptime() * 1000));
  const options = { env: withOwnNode(node), signal: AbortSignal.timeout(timeLeft) };
  try {
    const { code } = await run(node, args, options);
    return count(reportFile, code);
  } catch (error) {
    say(`The ${name} tests were ended: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}
