import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, root, run, say, withOwnNode } from './project.mjs';
import { withoutMatch } from './test-arguments.mjs';

/** The projects of vitest.config.ts that make up a suite, unless it is one of the same name. */
const projectsOf = {
  unit: ['unit', 'views'],
  full: ['integration-full', 'e2e-full', 'timing', 'torture'],
};

/** Maximum number of skipped tests that are named, each with its reason. */
const namedSkipped = 10;

/**
 * Reads the results of the tests (`tallying-reporter.mjs`), whether or not they completed. An abnormal end of Vitest
 * counts as a failure unless other failures explain it; so do a requested file that does not exist, and a run
 * without tests.
 * @param ended `{ code, error }`: Vitest's exit code, null after a signal, or why it could not run to its end.
 */
export function countTests(name, talliedFile, { code, error }, files) {
  const lines = existsSync(talliedFile) ? readFileSync(talliedFile, 'utf8').split('\n') : [];
  // The last line is empty or incomplete.
  const outcomes = lines.slice(0, -1).map((line) => JSON.parse(line));
  const inState = (wanted) => outcomes.filter(({ state }) => state === wanted);
  const skipped = inState('skipped');
  if (skipped.length > 0) say(`${skipped.length} skipped`);
  if (skipped.length <= namedSkipped) for (const { name: test } of skipped) say(`- ${test}`);

  const ran = outcomes.map(({ file }) => file);
  const failures = [
    ...withoutMatch(files, ran).map((file) => ({
      name: file,
      message: `No file of the ${name} tests has this in its path`,
    })),
    ...inState('failed'),
  ];
  const isTold = code === 0 ? outcomes.length > 0 : code === 1 && failures.length > 0;
  if (!isTold) {
    const ending = error ? `They were ended: ${error.message}` : `Vitest ended with ${code}`;
    const message = `${ending}; ${outcomes.length} tests had ended by then; see the output above`;
    failures.push({ name: `${name} tests`, message });
  }
  return { passed: inState('passed').length, failures };
}

/**
 * Runs suites concurrently, showing their progress.
 * @param names of the suites.
 * @param files restricts it to files whose path contains one of these.
 * @param signal ends them early.
 * @returns the number of tests that passed, and the name and message of each that failed.
 */
export async function runSuites(names, node, files, signal) {
  const name = names.join(' and ');
  const talliedFile = join(cacheFolder, `${names.join('-')}.jsonl`);
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(talliedFile, { force: true });
  say(`\n${name} tests`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const tallying = join(root, 'scripts', 'support', 'tallying-reporter.mjs');
  const reporters = ['default', tallying].map((reporter) => `--reporter=${reporter}`);
  const projects = names
    .flatMap((suite) => projectsOf[suite] ?? [suite])
    .flatMap((project) => ['--project', project]);
  const args = [vitest, 'run', ...projects, ...reporters, ...files];
  const env = { ...withOwnNode(node), WIREBENCH_TALLIED: talliedFile };
  const ended = await run(node, args, { env, signal }).catch((error) => ({ error }));
  return countTests(name, talliedFile, ended, files);
}
