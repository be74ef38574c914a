import { onTestFinished } from 'vitest';
import { linkEvents, useConnection } from '../../../renderer/transport/connection.ts';

export type Answers = Readonly<Record<string, (input: never) => unknown>>;

/**
 * A connection to an engine that answers calls by their path, such as `runs.start`, until the test ends. A call without
 * an answer fails.
 * @returns the calls so far: path and input.
 */
export function answeringLink(answers: Answers): (readonly unknown[])[] {
  const calls: (readonly unknown[])[] = [];
  const before = useConnection.getState();
  linkEvents.opened({
    link: {
      async call(path, input) {
        const name = path.join('.');
        calls.push(input === undefined ? [name] : [name, input]);
        const answer = answers[name];
        if (!answer) throw new Error(`No ${name} here.`);
        return answer(input as never);
      },
    },
  });
  onTestFinished(() => {
    linkEvents.closed('lost');
    useConnection.setState(before, true);
  });
  return calls;
}
