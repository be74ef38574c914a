import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { listFailures } from './failures.mjs';
import { root } from './project.mjs';

/** What went wrong, what differs, and where: Vitest shows as much, but at the end. */
function tellError({ message, diff, stacks = [] }) {
  const [place] = stacks;
  const where = place ? `at ${relative(root, place.file)}:${place.line}` : null;
  return [message, diff, where].filter(Boolean).join('\n');
}

/**
 * Tells of every test as soon as it has ended, so that what it came to is known even if the tests are
 * ended before Vitest gives its own account: a line of JSON, `{ state, name, message }`, goes to the file
 * that `WIREBENCH_TALLIED` names, and a failure to the output.
 */
export default class TallyingReporter {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    const message = errors.map(tellError).join('\n');
    const file = process.env.WIREBENCH_TALLIED;
    if (file) appendFileSync(file, `${JSON.stringify({ state, name, message })}\n`);
    if (state === 'failed') listFailures([{ name, message }]);
  }
}
