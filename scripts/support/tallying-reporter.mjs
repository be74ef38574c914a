import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { listFailures } from './failures.mjs';
import { root } from './project.mjs';

/** The error, its place, and the difference. */
function describeError({ message, stacks = [], diff }) {
  const [place] = stacks;
  const where = place ? `at ${relative(root, place.file)}:${place.line}` : null;
  return [message, where, diff].filter(Boolean).join('\n');
}

/**
 * Reports every test as soon as it has ended, so that its result is known even if the tests are ended
 * early: a line of JSON, `{ state, file, name, message }`, goes to the file that
 * `WIREBENCH_TALLIED` names, and a failure to the output as well. A file that failed outside of its tests has a
 * separate line.
 */
export default class TallyingReporter {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    this.#report(state, test.module.relativeModuleId, test.fullName, errors);
  }

  onTestModuleEnd(module) {
    if (module.state() !== 'failed' || !module.children.allTests('failed').next().done) return;
    const suites = [...module.children.allSuites()];
    const errors = [module, ...suites].flatMap((part) => part.errors());
    this.#report('failed', module.relativeModuleId, '', errors);
  }

  #report(state, file, test, errors = []) {
    const name = test ? `${file} > ${test}` : file;
    const outcome = { state, file, name, message: errors.map(describeError).join('\n') };
    const tallied = process.env.WIREBENCH_TALLIED;
    if (tallied) appendFileSync(tallied, `${JSON.stringify(outcome)}\n`);
    if (state === 'failed') listFailures([outcome]);
  }
}
