import { PassThrough, Writable } from 'node:stream';
import { runCommand } from '../../engine/cli/command.ts';
import { surroundedBy } from '../../engine/cli/surroundings.ts';

/** A command in progress within this process, at a terminal if wanted. */
export interface BegunCommand {
  /** Waits for text on one of the outputs. */
  until(output: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
  /** Types a line. */
  answer(line: string): void;
  /** As Ctrl-C does. */
  interrupt(): void;
  text(output: 'stdout' | 'stderr'): string;
  readonly ended: Promise<number>;
}

/** Collects what is written, and tells who waits for it. */
function heard(isTTY: boolean) {
  let text = '';
  const listeners = new Set<() => void>();
  const stream = Object.assign(
    new Writable({
      write(part: Buffer, _encoding, done) {
        text += part.toString('utf8');
        for (const listener of listeners) listener();
        done();
      },
    }),
    { isTTY, columns: 100 },
  );
  return { stream, text: () => text, listeners };
}

const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect', 'message'] as const;

/** A command that was interrupted keeps listening until its process ends, which here it does not. */
async function withoutListeners(act: () => Promise<number>): Promise<number> {
  const before = new Set(events.flatMap((name) => process.listeners(name as 'SIGINT')));
  try {
    return await act();
  } finally {
    for (const name of events) {
      for (const listener of process.listeners(name as 'SIGINT')) {
        if (!before.has(listener)) process.off(name, listener);
      }
    }
  }
}

/** Begins `wirebench ARGS`; without a terminal nobody can be asked. */
export function beginCommand(
  home: string,
  args: readonly string[],
  { terminal = false } = {},
): BegunCommand {
  const outputs = { stdout: heard(terminal), stderr: heard(terminal) };
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal });
  const { stdout, stderr } = outputs;
  const within = { stdin, stdout: stdout.stream, stderr: stderr.stream, home };
  return {
    ended: withoutListeners(() => runCommand(args, within)),
    text: (output) => outputs[output].text(),
    until: (output, pattern) =>
      new Promise((resolve) => {
        const { text, listeners } = outputs[output];
        const look = () => {
          const match = pattern.exec(text());
          if (!match) return;
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        look();
      }),
    answer: (line) => stdin.write(`${line}\n`),
    interrupt: () => surroundedBy(within, () => void process.emit('SIGINT')),
  };
}
