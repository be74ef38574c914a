import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../engine/cli/command.ts';

/** The program as it is started. */
export const script = fileURLToPath(new URL('../../bin/wirebench.mjs', import.meta.url));

/** How a command ended; `code` is null if a signal ended it. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command line, as a real process. */
export interface CommandLine {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Waits for text on one of the outputs. @throws when the process ends without it. */
  until(output: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
}

interface StartOptions {
  /** In a separate process group, as a terminal has it. */
  readonly detached?: boolean;
  /** Additional environment variables. */
  readonly env?: NodeJS.ProcessEnv;
  /** The arguments of a program that becomes the command, such as `nsenter --net=…`. */
  readonly before?: readonly string[];
}

/** Starts `wirebench ARGS` with all its state in `home`. */
export function startWirebench(
  home: string,
  args: readonly string[],
  options: StartOptions = {},
): CommandLine {
  return startCommand(home, [script, ...args], options);
}

/** Starts Node with all state of Wirebench in `home`. */
export function startCommand(
  home: string,
  args: readonly string[],
  { detached = false, env = {}, before = [] }: StartOptions = {},
): CommandLine {
  const [program = process.execPath, ...words] = [...before, process.execPath, ...args];
  const child = spawn(program, words, {
    detached,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, WIREBENCH_HOME: home, TZ: 'UTC', NO_COLOR: '1', ...env },
  });
  const text = { stdout: '', stderr: '' };
  for (const output of ['stdout', 'stderr'] as const) {
    child[output].setEncoding('utf8').on('data', (chunk: string) => {
      text[output] += chunk;
    });
  }
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...text }));
  return { child, ended, until: (output, pattern) => until(child, output, text, pattern) };
}

function until(
  child: CommandLine['child'],
  output: 'stdout' | 'stderr',
  text: Record<'stdout' | 'stderr', string>,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = pattern.exec(text[output]);
      if (match) resolve(match);
    };
    child[output].on('data', look);
    child.on('close', () => reject(new Error(`ended without ${pattern}:\n${text.stderr}`)));
    look();
  });
}

/** Runs `wirebench ARGS` to its end, as a real process. */
export function wirebenchProcess(
  home: string,
  args: readonly string[],
  input = '',
): Promise<Ended> {
  const started = startWirebench(home, args);
  started.child.stdin.end(input);
  return started.ended;
}

/** Collects everything that is written to it. */
function kept() {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(parts).toString('utf8') };
}

/**
 * Runs `wirebench ARGS` to its end within this process, at a tenth of the cost of a separate one.
 * Tests of processes (signals, pipes, terminals, start-up) use `wirebenchProcess`.
 */
export async function wirebench(home: string, args: readonly string[], input = ''): Promise<Ended> {
  const [stdout, stderr] = [kept(), kept()];
  const code = await runCommand(args, {
    stdin: Readable.from([input]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    home,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}
