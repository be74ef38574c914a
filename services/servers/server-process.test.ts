import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServiceReport } from '../../contracts/service-messages.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { portOf } from '../../tests/support/port-of.ts';
import { shellServer, shellStack } from '../../tests/support/shell-orders.ts';
import { isRunning } from './process-tree.ts';
import { ServerProcess } from './server-process.ts';

const host = '127.0.0.1';

/** Waits for something while no interval passes: Vitest lets one of its polls pass after each, by hand or not. */
const poll = <Read>(read: () => Read) => expect.poll(read, { interval: 0 });

/** A supervisor; what it says and how it exits, in their order. Its intervals pass by hand. */
function supervisor(onReport: (report: ServiceReport) => void = () => undefined) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const said: (ServiceReport | { exit: number })[] = [];
  const own = new ServerProcess({
    report: async (message) => {
      said.push(message);
      onReport(message);
    },
    exit: (exit) => void said.push({ exit }),
  });
  onTestFinished(() => {
    own.kill();
    vi.useRealTimers();
  });
  const types = () => said.map((one) => ('type' in one ? one.type : one.exit));
  /** What it says next, once it has said so many things. */
  const from = async (count: number, length: number) => {
    await poll(() => said.length).toBeGreaterThanOrEqual(count + length);
    return said.slice(count);
  };
  const pid = () => said.flatMap((one) => ('pid' in one ? [one.pid] : []))[0] ?? 0;
  return { own, said, types, from, pid };
}

const spawned = { type: 'spawned', pid: expect.any(Number) };
const nowhere = { type: 'started', host: '', port: 0 };

// Its processes are followed through /proc.
describe.runIf(process.platform === 'linux')('the supervisor of a server', () => {
  it('starts it, measures it when asked and each second, and stops it with its log', async () => {
    const { own, said, from, pid } = supervisor();
    await own.obey(shellServer('echo ready; sleep 99'));
    expect(said).toEqual([spawned, nowhere]);
    await own.obey({ type: 'measure', id: 6 });
    const health = expect.objectContaining({ rssBytes: expect.any(Number) });
    expect(said.slice(2)).toEqual([
      { type: 'log', text: 'ready\n' },
      { type: 'health', id: 6, health },
    ]);
    vi.advanceTimersByTime(999);
    expect(said).toHaveLength(4);
    vi.advanceTimersByTime(1);
    expect(await from(4, 1)).toEqual([{ type: 'health', id: null, health }]);
    // A second start is the first.
    await own.obey(shellServer('echo other'));
    await own.obey({ type: 'stop' });
    // The log is told once.
    expect(said.slice(5)).toEqual([{ exit: 0 }]);
    expect([vi.getTimerCount(), isRunning(pid())]).toEqual([0, false]);
  });

  it('says what it had to do to end it', async () => {
    const { own, said } = supervisor();
    const stubborn = "trap '' TERM; echo ready; while :; do sleep 9; done";
    await own.obey(shellServer(stubborn, { graceMs: 30 }));
    await own.obey({ type: 'stop' });
    expect(said.slice(2)).toEqual([
      { type: 'log', text: 'ready\n' },
      { type: 'remark', text: expect.stringContaining('0.03 s of SIGTERM') },
      { exit: 0 },
    ]);
  });

  it('says when it ends by itself, once', async () => {
    const { own, from } = supervisor();
    await own.obey(shellServer('echo ready; sleep 99'));
    own.kill();
    expect(await from(2, 3)).toEqual([
      { type: 'log', text: 'ready\n' },
      { type: 'ended', reason: 'was ended by SIGKILL' },
      { exit: 0 },
    ]);
    expect(vi.getTimerCount()).toBe(0);
    await own.fail(new Error('later'));
    expect(await from(5, 0)).toEqual([]);
  });

  it.each([
    [
      'a server',
      shellServer('echo no; exit 3'),
      'ended with code 3 before it was ready',
      'SERVER_START_FAILED',
    ],
    [
      'a stack',
      shellStack('echo no >&2; exit 3'),
      'ended with code 3 before it was ready',
      'SERVICE_START_FAILED',
    ],
  ])('fails with %s and its log, once', async (_what, order, message, code) => {
    const { own, said } = supervisor();
    const failed = own.obey(order).catch((error: unknown) => own.fail(error));
    await failed;
    await own.fail(new Error('again'));
    expect(said).toEqual([
      spawned,
      { type: 'log', text: expect.stringContaining('no\n') },
      { type: 'failed', error: { code, message } },
      { exit: 1 },
    ]);
  });

  it('calls what it does not know a failed start, and ends the server then', async () => {
    const { own, said, pid } = supervisor();
    await own.obey(shellServer('echo ready; sleep 99'));
    await expect(own.obey({ type: 'unknown' })).rejects.toThrow();
    await own.fail(new Error('unknown'));
    expect(said.slice(3)).toEqual([
      { type: 'failed', error: { code: 'SERVER_START_FAILED', message: 'unknown' } },
      { exit: 1 },
    ]);
    expect(isRunning(pid())).toBe(false);
  });

  it.each([
    ['a server', shellServer('sleep 99')],
    ['a stack', shellStack('read order; read stop')],
  ])('stops %s that is not ready yet', async (_what, order) => {
    let stopped: Promise<void> | undefined;
    const { own, types, pid } = supervisor(({ type }) => {
      if (type === 'spawned') stopped ??= own.obey({ type: 'stop' });
    });
    await own.obey(order);
    await stopped;
    // Its exit may come before the end of the start.
    expect(types()).toEqual(expect.arrayContaining(['spawned', 0]));
    expect(types()).not.toContain('failed');
    expect(isRunning(pid())).toBe(false);
  });

  it('starts the program of a stack, and has its own figures', async () => {
    const started = '{"type":"started","port":81,"runtime":"sh 1","libraries":{"a":"2"}}';
    const measured = '{"type":"measured","id":1,"answered":7}';
    const { own, said, from } = supervisor();
    const script = `read order; echo '${started}'; read m; echo '${measured}'; read stop; exit 0`;
    await own.obey(shellStack(script));
    const made = { runtime: 'sh 1', libraries: { a: '2' } };
    expect(said).toEqual([spawned, { type: 'started', host, port: 81, made }]);
    await own.obey({ type: 'measure', id: 9 });
    expect(said[2]).toMatchObject({ type: 'health', id: 9, health: { requests: 7 } });
    await own.obey({ type: 'stop' });
    expect(await from(3, 1)).toEqual([{ exit: 0 }]);
  });

  it('watches the process that it is shown, or the one at a port, until its end', async () => {
    const program = supervisor();
    await program.own.obey(shellServer('echo ready; sleep 99'));
    const { own, said, from } = supervisor();
    await own.obey({ type: 'watch-server', pid: program.pid(), port: 1 });
    await own.obey({ type: 'measure', id: 2 });
    expect(said).toEqual([nowhere, expect.objectContaining({ type: 'health', id: 2 })]);
    vi.advanceTimersByTime(500);
    expect(said).toHaveLength(2);
    program.own.kill();
    await poll(() => isRunning(program.pid())).toBe(false);
    // With what follows an interval.
    await vi.advanceTimersByTimeAsync(249);
    expect(said).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(await from(2, 2)).toEqual([{ type: 'ended', reason: 'ended' }, { exit: 0 }]);
    const other = supervisor();
    await other.own.obey({ type: 'watch-server', port: await portOf(createServer()) });
    await other.own.obey({ type: 'measure', id: 3 });
    const health = { rssBytes: expect.any(Number) };
    expect(other.said[1]).toMatchObject({ type: 'health', id: 3, health });
    await other.own.stop();
    expect(other.said.slice(2)).toEqual([{ exit: 0 }]);
  });

  it('watches nothing that is not there', async () => {
    const { own, said } = supervisor();
    const port = await freePort();
    const code = 'SERVER_NOT_FOUND';
    await expect(own.obey({ type: 'watch-server', port })).rejects.toMatchObject({
      ...{ code, message: `was not found: no process of this user listens on port ${port}` },
    });
    for (const order of [{ pid: 2 ** 22 + 1 }, {}]) {
      const { own } = supervisor();
      await expect(own.obey({ type: 'watch-server', ...order })).rejects.toMatchObject({ code });
    }
    await own.obey({ type: 'measure', id: 1 });
    expect(said).toEqual([{ type: 'health', id: 1, health: null }]);
  });
});
