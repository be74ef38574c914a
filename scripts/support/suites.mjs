import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheFolder, root, run, say, withOwnNode } from './project.mjs';
import { withoutMatch } from './test-arguments.mjs';

/** The projects of vitest.config.ts that make up a suite, where it is not one of the same name. */
const projectsOf = { integration: ['integration', 'timing', 'torture'] };

/** So many skipped tests are named, each with its reason. */
const namedSkipped = 10;

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

/** What ended the tests otherwise than by a test that failed. */
const outsideOf = (name, message) => ({ name: `${name} tests`, message });

/** Reads Vitest's own account; a file that was asked for and is not there counts as a failure. */
function count(name, reportFile, ending, files) {
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
  if (ending !== null && failures.length === 0) failures.push(outsideOf(name, ending));
  return { passed: report.numPassedTests, failures };
}

/** Reads what the tests had come to where they ended without Vitest's own account, which is a failure too. */
function countTallied(name, talliedFile, ending) {
  const lines = existsSync(talliedFile) ? readFileSync(talliedFile, 'utf8').split('\n') : [];
  // The last line may have been cut off.
  const outcomes = lines.slice(0, -1).map((line) => JSON.parse(line));
  const after = `${outcomes.length} tests had ended by then`;
  return {
    passed: outcomes.filter(({ state }) => state === 'passed').length,
    failures: [
      ...outcomes.filter(({ state }) => state === 'failed'),
      outsideOf(name, `${ending ?? 'Vitest gave no account'}; ${after}`),
    ],
  };
}

/**
 * Runs suites at once, showing their progress.
 * @param names which ones.
 * @param files restricts it to files whose path contains one of these.
 * @param signal ends them before their time.
 * @returns how many tests passed, and the name and message of each that failed.
 */
export async function runSuites(names, node, files, signal) {
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
  // Null where nothing but a test can have failed.
  const ending = await run(node, args, { env, signal }).then(
    ({ code }) => (code === 0 ? null : `Vitest ended with ${code}; see its output above`),
    (error) => `They were ended: ${error.message}`,
  );
  return existsSync(reportFile)
    ? count(name, reportFile, ending, files)
    : countTallied(name, talliedFile, ending);
}
