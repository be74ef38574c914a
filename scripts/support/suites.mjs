import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheFolder, root, run, say, withOwnNode } from './project.mjs';
import { withoutMatch } from './test-arguments.mjs';

/** The projects of vitest.config.ts that make up a suite, where it is not one of the same name. */
const projectsOf = { integration: ['integration', 'timing', 'torture'] };

/** So many skipped tests are named, each with its reason. */
const namedSkipped = 10;
/** All suites together have to end within this time of the start of this process. */
const deadlineMs = 80 * 60_000;

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
  rmSync(reportFile, { force: true });
  say(`\n${name} tests`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const projects = names
    .flatMap((suite) => projectsOf[suite] ?? [suite])
    .flatMap((project) => ['--project', project]);
  const args = [vitest, 'run', ...projects, ...reporters, ...files];
  const timeLeft = Math.round(Math.max(1000, deadlineMs - process.uptime() * 1000));
  const options = { env: withOwnNode(node), signal: AbortSignal.timeout(timeLeft) };
  try {
    const { code } = await run(node, args, options);
    return count(name, reportFile, code, files);
  } catch (error) {
    const message = `They were ended: ${error.message}`;
    return { passed: 0, failures: [{ name: `${name} tests`, message }] };
  }
}
