import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ResultDocument, resultDocumentSchema } from '../../contracts/result.ts';
import {
  type CommandLine,
  type Ended,
  startCommand,
  startWirebench,
  wirebench,
} from '../support/command-line.ts';
import { smallExperiment } from '../support/experiments.ts';
import { portOf } from '../support/port-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitMs } from '../support/timeouts.ts';

/** Writes an experiment that would take an hour. @returns its path. */
function longRun(home: string, more = ''): string {
  const file = join(home, 'long.bench.yaml');
  writeFileSync(
    file,
    smallExperiment({ protocols: 'rest', duration: '1h', thinkTime: '4ms', more }),
  );
  return file;
}

function startLongRun(home: string, more = ''): CommandLine {
  const command = startWirebench(home, ['run', longRun(home, more), '--json']);
  onTestFinished(() => {
    command.child.kill('SIGKILL');
  });
  return command;
}

/** Accepts connections and never answers, so that a run cannot finish its requests. */
const startSilentServer = () =>
  portOf(createServer((socket) => socket.on('error', () => undefined)));

/** Sends interrupts until the program has ended. */
async function press(command: CommandLine): Promise<Ended> {
  const pressing = setInterval(() => command.child.kill('SIGINT'), 1);
  const ended = await command.ended;
  clearInterval(pressing);
  return ended;
}

/** Whether the program handles SIGHUP, the last of the signals that it registers at its start. */
function hears({ child }: CommandLine): boolean {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const caught = BigInt(`0x${/^SigCgt:\s*(\w+)$/m.exec(status)?.[1] ?? '0'}`);
  return (caught & 1n) === 1n;
}

describe('an interrupt', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s stops the run, keeps and prints what was measured, and ends with 130',
    async (signal) => {
      const home = temporaryFolder();
      const command = startLongRun(home);
      await command.until('stderr', /^trial 1\/1 at \d+ s: /m);
      command.child.kill(signal);
      const ended = await command.ended;
      expect(ended.stderr).toContain('Press Ctrl-C again to quit at once');
      expect(ended.code).toBe(130);
      const { run, trials } = resultDocumentSchema.parse(JSON.parse(ended.stdout));
      expect(run.status).toBe('stopped');
      expect(trials[0]?.requests.ok).toBeGreaterThan(0);
      const shown = await wirebench(home, ['show', 'latest', '--json']);
      expect((JSON.parse(shown.stdout) as ResultDocument).run.id).toBe(run.id);
    },
  );

  it('given twice ends the program immediately, whatever is in flight', async () => {
    const home = temporaryFolder();
    const port = await startSilentServer();
    const more = `target: {rest: "http://127.0.0.1:${port}"}\ntimeout: 1h\n`;
    const command = startLongRun(home, more);
    await command.until('stderr', /^trial 1\/1 .*: running/m);
    command.child.kill('SIGINT');
    await command.until('stderr', /Ctrl-C again/);
    // As a user does: press until it ends.
    expect((await press(command)).code).toBe(130);
    const listed = JSON.parse((await wirebench(home, ['list', '--json'])).stdout);
    expect(listed).toHaveLength(1);
  });

  it('while the result is being written ends with 130, though the program had no time to receive it', async () => {
    const code = `
      const write = process.stdout.write.bind(process.stdout);
      process.stdout.write = (...args) => {
        process.kill(process.pid, 'SIGINT');
        return write(...args);
      };
      const { main } = await import(${JSON.stringify(new URL('../../engine/cli/main.ts', import.meta.url).href)});
      await main(['list', '--json']);`;
    const command = startCommand(temporaryFolder(), ['--input-type=module', '--eval', code]);
    const { code: exitCode, stdout } = await command.ended;
    expect(JSON.parse(stdout)).toEqual([]);
    expect(exitCode).toBe(130);
  });

  it('after the result is printed never looks like a crash', async () => {
    const command = startWirebench(temporaryFolder(), ['list', '--json']);
    await command.until('stdout', /./);
    const { code } = await press(command);
    expect([0, 130]).toContain(code);
  });

  it.runIf(process.platform === 'linux')('during the start ends with 130', async () => {
    const command = startWirebench(temporaryFolder(), ['run', '-']);
    await vi.waitUntil(() => hears(command), waitMs);
    command.child.kill('SIGINT');
    expect((await command.ended).code).toBe(130);
  });
});

/** As the launcher runs Wirebench when an older Node started it. */
function startByLauncher(home: string, file: string): CommandLine {
  const bin = (name: string) => fileURLToPath(new URL(`../../bin/${name}`, import.meta.url));
  const code = `
    import { runWith } from ${JSON.stringify(bin('other-node.mjs'))};
    runWith(process.execPath, ${JSON.stringify(bin('wirebench.mjs'))}, ['run', ${JSON.stringify(file)}, '--json']);`;
  return startCommand(home, ['--input-type=module', '--eval', code], { detached: true });
}

describe('an interrupt of the launcher', () => {
  it('that kills it without a message ends the run as an interrupt does', async () => {
    const home = temporaryFolder();
    const command = startByLauncher(home, longRun(home));
    const group = -(command.child.pid ?? 0);
    await command.until('stderr', /^trial 1\/1 at \d+ s: /m);
    onTestFinished(() => {
      try {
        process.kill(group, 'SIGKILL');
      } catch {
        // All of them have ended, as expected.
      }
    });
    command.child.kill('SIGKILL');
    // The engine has the same outputs: they are closed when it has ended, too.
    const { stdout } = await command.ended;
    expect(resultDocumentSchema.parse(JSON.parse(stdout)).run.status).toBe('stopped');
    const shown = await wirebench(home, ['show', 'latest', '--json']);
    expect((JSON.parse(shown.stdout) as ResultDocument).run.status).toBe('stopped');
  });

  it.each([
    ['by a signal to it alone', (pid: number) => process.kill(pid, 'SIGINT')],
    ['by the terminal, which signals both', (pid: number) => process.kill(-pid, 'SIGINT')],
  ])('%s counts once', async (_, interrupt) => {
    const home = temporaryFolder();
    const command = startByLauncher(home, longRun(home));
    onTestFinished(() => {
      command.child.kill('SIGKILL');
    });
    await command.until('stderr', /^trial 1\/1 at \d+ s: /m);
    interrupt(command.child.pid ?? 0);
    const { code, stdout } = await command.ended;
    expect(code).toBe(130);
    expect(resultDocumentSchema.parse(JSON.parse(stdout)).run.status).toBe('stopped');
  });
});
