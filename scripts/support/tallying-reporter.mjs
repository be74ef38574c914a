import { appendFileSync } from 'node:fs';
import { listFailures } from './failures.mjs';

/**
 * Tells of every test as soon as it has ended, so that what it came to is known even if the tests are
 * ended before Vitest gives its own account: a line of JSON, `{ state, name, message }`, goes to the file
 * that `WIREBENCH_TALLIED` names, and a failure to the output.
 */
export default class TallyingReporter {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    const message = errors.map((error) => error.stack ?? error.message).join('\n');
    const file = process.env.WIREBENCH_TALLIED;
    if (file) appendFileSync(file, `${JSON.stringify({ state, name, message })}\n`);
    if (state === 'failed') listFailures([{ name, message }]);
  }
}
