/** The parts of `npm test`, in the order in which they run; all but the gates are suites of Vitest. */
const everyday = ['gates', 'unit', 'integration', 'e2e'];

/** The parts of `npm run test:all`. */
export const parts = [...everyday, 'full', 'stacks'];

/** Suites that mostly wait: run together, one computes while the others wait. */
const together = ['integration', 'e2e', 'full'];

/** One day, longer than any sensible run. */
const maxMinutes = 24 * 60;

/** @returns the parts in the order in which they run; those that run concurrently are grouped. */
export function inTurns(wanted) {
  const shared = together.filter((part) => wanted.includes(part));
  return wanted
    .filter((part) => !shared.includes(part) || part === shared[0])
    .map((part) => (part === shared[0] ? shared : [part]));
}

/**
 * Reads `[part|all] [file …]`, with or without the `--` that npm needs before a file. The default is the parts of
 * `npm test`.
 * @returns the `parts` to run, and the `files` they are restricted to, each part of a path.
 * @throws Error with the valid arguments.
 */
export function readTestArguments(args) {
  const [wanted, ...files] = args.filter((word) => word !== '--');
  if (wanted === undefined) return { parts: everyday, files };
  if (wanted === 'all' && files.length === 0) return { parts, files };
  if (!parts.includes(wanted)) {
    throw new Error(`Not a part of the tests: ${wanted}; there are ${parts.join(', ')}`);
  }
  const option = files.find((word) => word.startsWith('-'));
  if (option) throw new Error(`Not a file: ${option}; call vitest itself for its options`);
  if (wanted === 'gates' && files.length > 0) {
    throw new Error('The gates check all files and accept none');
  }
  return { parts: [wanted], files };
}

/**
 * @param text of `WIREBENCH_TEST_MINUTES`: minutes from the start of this process to the end of the tests; empty or
 *   undefined for no limit.
 * @returns the remaining time in milliseconds, 0 if it is over, or null without a limit.
 * @throws Error if it is not a valid number of minutes for a timer.
 */
export function readTimeLeft(text, passedMs) {
  if (!text) return null;
  const minutes = Number(text);
  if (!(minutes > 0 && minutes <= maxMinutes)) {
    throw new Error(
      `WIREBENCH_TEST_MINUTES: expected minutes above 0, up to ${maxMinutes}, not ${text}`,
    );
  }
  return Math.max(0, Math.round(minutes * 60_000 - passedMs));
}

/**
 * @param files as `readTestArguments` returns them.
 * @param paths of the test files that ran, relative to the project.
 * @returns those of `files` that none of the paths contains.
 */
export function withoutMatch(files, paths) {
  const plain = (path) => path.replaceAll('\\', '/').replace(/^\.\//, '');
  return files.filter((file) => !paths.some((path) => plain(path).includes(plain(file))));
}
