import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheFolder, root, run, say, withOwnNode } from './project.mjs';
import { withoutMatch } from './test-arguments.mjs';

/** The projects of vitest.config.ts that make up a suite, where it is not one of the same name. */
const projectsOf = { integration: ['integration', 'timing', 'torture'] };

/** So many skipped tests are named, each with its reason. */
const namedSkipped = 10;

/**
 * @returns an AbortSignal that ends all suites so many minutes after the start of this process as
 *   `WIREBENCH_TEST_MINUTES` says, or undefined where it says nothing.
 * @throws Error where it is not a number above 0.
 */
function deadline() {
  const text = process.env.WIREBENCH_TEST_MINUTES;
  if (!text) return undefined;
  const minutes = Number(text);
  if (!(minutes > 0 && minutes < Number.POSITIVE_INFINITY)) {
    throw new Error(`WIREBENCH_TEST_MINUTES: expected minutes above 0, not ${text}`);
  }
  const leftMs = minutes * 60_000 - process.uptime() * 1000;
  return AbortSignal.timeout(Math.round(Math.max(1000, leftMs)));
}

/** The tests of a file that failed; a file that could not even be loaded has none, and counts as one. */
function failuresOf(file) {
  const path = relative(root, file.name);
  const failures = file.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({
      name: `${path} > ${test.fullName}`,
      message: test.failureMessages.join('\n'),
    }));
  if (file.status !== 'failed' || failures.length > 0) return failures;
  return [{ name: path, message: file.message || 'The file could not be loaded' }];
}

/**
 * Reads Vitest's own account; without one the suite counts as one failure, as does a file that was
 * asked for and is not there.
 */
function count(name, reportFile, code, files) {
  const ended = {
    name: `${name} tests`,
    message: `Vitest ended with ${code}; see its output above`,
  };
  if (!existsSync(reportFile)) return { passed: 0, failures: code === 0 ? [] : [ended] };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const ran = report.testResults.map((file) => relative(root, file.name));
  const missing = withoutMatch(files, ran).map((file) => ({
    name: file,
    message: `No file of the ${name} tests has this in its path`,
  }));
  const skipped = report.testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === 'pending' || status === 'skipped');
  if (skipped.length > 0) say(`${skipped.length} skipped`);
  if (skipped.length <= namedSkipped) for (const { fullName } of skipped) say(`- ${fullName}`);
  const failures = [...missing, ...report.testResults.flatMap(failuresOf)];
  // Errors outside of tests fail the suite without failing a test.
  if (code !== 0 && failures.length === 0) failures.push(ended);
  return { passed: report.numPassedTests, failures };
}

/** What the tests had come to by the time at which they were ended. */
function countUntil(name, talliedFile, error) {
  const lines = existsSync(talliedFile) ? readFileSync(talliedFile, 'utf8').split('\n') : [];
  // The last line may have been cut off.
  const outcomes = lines.slice(0, -1).map((line) => JSON.parse(line));
  const failures = outcomes.filter(({ state }) => state === 'failed');
  const message = `They were ended after ${outcomes.length} tests: ${error.message}`;
  return {
    passed: outcomes.filter(({ state }) => state === 'passed').length,
    failures: [...failures, { name: `${name} tests`, message }],
  };
}

/**
 * Runs suites at once, showing their progress.
 * @param names which ones.
 * @param files restricts it to files whose path contains one of these.
 * @returns how many tests passed, and the name and message of each that failed.
 */
export async function runSuites(names, node, files) {
  const name = names.join(' and ');
  const reportFile = join(cacheFolder, `${names.join('-')}.json`);
  mkdirSync(cacheFolder, { recursive: true });
  const talliedFile = join(cacheFolder, `${names.join('-')}.jsonl`);
  for (const file of [reportFile, talliedFile]) rmSync(file, { force: true });
  say(`\n${name} tests`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const tallying = join(root, 'scripts', 'support', 'tallying-reporter.mjs');
  const reporters = ['default', 'json', tallying].map((reporter) => `--reporter=${reporter}`);
  const options = [...reporters, `--outputFile.json=${reportFile}`];
  const projects = names
    .flatMap((suite) => projectsOf[suite] ?? [suite])
    .flatMap((project) => ['--project', project]);
  const args = [vitest, 'run', ...projects, ...options, ...files];
  const env = { ...withOwnNode(node), WIREBENCH_TALLIED: talliedFile };
  try {
    const { code } = await run(node, args, { env, signal: deadline() });
    return count(name, reportFile, code, files);
  } catch (error) {
    return countUntil(name, talliedFile, error);
  }
}
