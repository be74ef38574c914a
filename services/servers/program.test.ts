import { createServer } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { createServer as createTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Readiness, ServerStart, StackStart } from '../../contracts/server-messages.ts';
import { prefixMessage } from '../../protocols/grpc/messages.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { portOf } from '../../tests/support/port-of.ts';
import { shellServer, shellStack } from '../../tests/support/shell-orders.ts';
import { isRunning, listenerOn, markedProcesses, markName } from './process-tree.ts';
import { Program } from './program.ts';
import { accepts, becomesReady } from './readiness.ts';
import { StackProgram } from './stack-program.ts';

const host = '127.0.0.1';

describe('readiness', () => {
  /** Whether it is ready at once: given up on in the next turns otherwise. */
  async function isReady(ready: Exclude<Readiness, { by: 'log' }>): Promise<boolean> {
    const given = new AbortController();
    let is = false;
    const polled = becomesReady(ready, null, given.signal).then(() => {
      is = !given.signal.aborted;
    });
    await Promise.race([polled, new Promise((resolve) => setTimeout(resolve, 45))]);
    given.abort();
    await polled;
    return is;
  }

  /** That it is ready at the first attempt, which comes at once, or is asked again. */
  async function expectReady(
    ready: Exclude<Readiness, { by: 'log' }>,
    expected: boolean,
    asked: readonly unknown[],
  ): Promise<void> {
    const given = new AbortController();
    const polled = becomesReady(ready, null, given.signal);
    if (expected) await polled;
    else await expect.poll(() => asked.length).toBeGreaterThan(1);
    given.abort();
    await polled;
    if (expected) expect(asked).toHaveLength(1);
  }

  it('by TCP is a connection', async () => {
    const port = await portOf(createTcp((socket) => socket.destroy()));
    expect(await accepts({ host, port })).toBe(true);
    expect(await isReady({ by: 'tcp', host, port })).toBe(true);
    const dead = await freePort();
    expect(await accepts({ host, port: dead })).toBe(false);
    expect(await isReady({ by: 'tcp', host, port: dead })).toBe(false);
  });

  it.each([
    [200, true],
    [204, true],
    [399, true],
    [400, false],
    [404, false],
    [503, false],
  ])('by HTTP is not the status %i: %j', async (status, expected) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(status).end();
    });
    const port = await portOf(server);
    await expectReady({ by: 'http', url: `http://${host}:${port}/up?x` }, expected, asked);
    expect(asked[0]).toBe('GET /up?x');
  });

  it.each([
    ['SERVING', prefixMessage(Buffer.from([8, 1])), true],
    ['NOT_SERVING', prefixMessage(Buffer.from([8, 2])), false],
    ['nothing', Buffer.alloc(0), false],
  ])('by gRPC is the answer %s: %j', async (_status, answer, expected) => {
    const server = createHttp2();
    const asked: unknown[] = [];
    server.on('stream', async (stream, headers) => {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      asked.push([
        headers[':method'],
        headers[':path'],
        headers['content-type'],
        headers.te,
        Buffer.concat(parts).toString('hex'),
      ]);
      stream.respond({ ':status': 200 });
      stream.end(answer);
    });
    const port = await portOf(server);
    await expectReady({ by: 'health', host, port, tls: false }, expected, asked);
    expect(asked[0]).toEqual([
      'POST',
      '/grpc.health.v1.Health/Check',
      'application/grpc',
      'trailers',
      '0000000000',
    ]);
    expect(await isReady({ by: 'health', host, port: await freePort(), tls: false })).toBe(false);
  });
});

/** The program of an order, which ends with the test. */
async function start(order: ServerStart): Promise<Program> {
  const program = await Program.start(order);
  onTestFinished(() => program.kill());
  return program;
}

const failure = (message: string) => ({ code: 'SERVER_START_FAILED', message });

// Its processes are followed through /proc.
describe.runIf(process.platform === 'linux')('a program', () => {
  it('has its folder, environment and mark, and its output as its log', async () => {
    const env = { PATH: process.env.PATH ?? '', OWN: 'own value' };
    const script = `pwd; echo "$OWN $${markName}" >&2; sleep 99; :`;
    const program = await start(shellServer(script, { env }));
    await expect.poll(() => program.log.text.split('\n').length).toBe(3);
    expect(program.log.text).toContain(`${tmpdir()}\n`);
    const mark = /own value ([\da-f-]{36})\n/.exec(program.log.text)?.[1] ?? '';
    // With what it started, which has its mark as well.
    await expect.poll(() => markedProcesses(mark)).toHaveLength(2);
    expect(markedProcesses(mark)).toContain(program.pid);
    expect(() => program.talk).toThrow('this program is not spoken to');
  });

  it('is not started where there is none, or where something answers already', async () => {
    const folder = tmpdir();
    await expect(
      Program.start(shellServer('', { command: ['no-such-program'] })),
    ).rejects.toMatchObject(
      failure(`cannot be started: there is no program no-such-program, or no folder ${folder}`),
    );
    await expect(Program.start(shellServer('', { folder: '/no/folder' }))).rejects.toMatchObject(
      failure('cannot be started: there is no program sh, or no folder /no/folder'),
    );
    await expect(Program.start(shellServer('', { command: [folder] }))).rejects.toMatchObject(
      failure(expect.stringMatching(/^cannot be started: spawn .* EACCES$/)),
    );
    const port = await portOf(createTcp((socket) => socket.destroy()));
    await expect(Program.start(shellServer('', { free: { host, port } }))).rejects.toMatchObject(
      failure(`cannot be started: something already answers at 127.0.0.1:${port}`),
    );
  });

  it.each([
    ['exit 3', 'ended with code 3'],
    ['kill -9 $$', 'was ended by SIGKILL'],
  ])('reports how it ended: %s', async (script, words) => {
    const program = await start(shellServer(script, { free: { host, port: await freePort() } }));
    expect(await program.ended).toBe(words);
    await expect(program.ready(shellServer(script))).rejects.toMatchObject(
      failure(`${words} before it was ready`),
    );
  });

  it('is not ready in time, and why', async () => {
    const program = await start(shellServer('sleep 9'));
    const port = await freePort();
    for (const [ready, words] of [
      [{ by: 'log', text: 'up' }, 'it did not write “up”'],
      [{ by: 'tcp', host, port }, `it did not accept a connection at 127.0.0.1:${port}`],
      [
        { by: 'http', url: `http://${host}:${port}/` },
        `http://127.0.0.1:${port}/ did not answer with a status from 200 to 399`,
      ],
      [
        { by: 'health', host, port, tls: false },
        `its gRPC health service at 127.0.0.1:${port} did not say that it is serving`,
      ],
    ] as const) {
      await expect(program.ready(shellServer('', { ready, withinMs: 20 }))).rejects.toMatchObject(
        failure(`was not ready within 0.02 s: ${words}`),
      );
    }
  });

  it('is ready by its port, too', async () => {
    const program = await start(shellServer('sleep 9'));
    const port = await portOf(createTcp((socket) => socket.destroy()));
    await program.ready(shellServer('', { ready: { by: 'tcp', host, port } }));
    expect(isRunning(program.pid)).toBe(true);
  });

  it('ends on request, with those that it started', async () => {
    const program = await start(shellServer('sleep 99 & echo ready; wait'));
    await program.ready(shellServer(''));
    expect(await program.stop(5000)).toBeNull();
    expect(await program.ended).toBe('was ended by SIGTERM');
    expect(isRunning(program.pid)).toBe(false);
  });

  it('is forced after its time of grace', async () => {
    const program = await start(shellServer("trap '' TERM; echo ready; while :; do sleep 9; done"));
    await program.ready(shellServer(''));
    expect(await program.stop(30)).toBe(
      'The server did not end within 0.03 s of SIGTERM, and was ended by SIGKILL.',
    );
    expect(await program.ended).toBe('was ended by SIGKILL');
  });

  it.each([
    [1, 'The server left 1 process running 0.03 s after SIGTERM, which SIGKILL ended.'],
    [2, 'The server left 2 processes running 0.03 s after SIGTERM, which SIGKILL ended.'],
  ])('has those forced that it leaves, wherever they are: %i', async (count, words) => {
    const one = `setsid sh -c "trap '' TERM; echo on; exec sleep 99" &`;
    const program = await start(shellServer(`${one.repeat(count)} sleep 99 & wait`));
    await expect.poll(() => program.log.text).toBe('on\n'.repeat(count));
    expect(await program.stop(30)).toBe(words);
    expect(await program.ended).toBe('was ended by SIGTERM');
  });

  it('is killed with all of its own', async () => {
    const program = await start(shellServer('sleep 99 & echo ready; wait'));
    await program.ready(shellServer(''));
    program.kill();
    expect(await program.ended).toBe('was ended by SIGKILL');
  });
});

describe.runIf(process.platform === 'linux')('processes', () => {
  it('are found by what they listen on, and by their mark', async () => {
    const port = await portOf(createTcp());
    expect(listenerOn(port)).toBe(process.pid);
    expect(listenerOn(await freePort())).toBeNull();
    expect([isRunning(process.pid), isRunning(2 ** 22 + 1)]).toEqual([true, false]);
    expect(markedProcesses('none has this mark')).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('the program of a stack', () => {
  const started = '{"type":"started","port":81,"runtime":"sh 1","libraries":{"a":"2"}}';

  async function begin(script: string, more: Partial<StackStart> = {}): Promise<StackProgram> {
    const stack = await StackProgram.start(shellStack(script, more));
    onTestFinished(() => stack.program.kill());
    return stack;
  }

  it('takes its order, reports its metrics with those of the system, and ends on request', async () => {
    const measured = '{\\"type\\":\\"measured\\",\\"id\\":$n,\\"answered\\":7$heap}';
    const stack = await begin(`
      read order; echo "$order" >&2; echo '${started}'; echo 'no report'
      n=0
      while read line; do
        case "$line" in
          *measure*) n=$((n+1)); [ $n = 1 ] && heap=',"heapUsedBytes":5,"heapTotalBytes":9' || heap=; echo "${measured}";;
          *stop*) exit 0;;
        esac
      done`);
    expect(await stack.ready()).toEqual({
      type: 'started',
      port: 81,
      runtime: 'sh 1',
      libraries: { a: '2' },
    });
    // Errors come on a pipe of their own.
    await expect
      .poll(() => stack.program.log.text)
      .toMatch(/^\{"type":"start","workload":"inventory".*\n/m);
    expect(await stack.measure()).toMatchObject({
      heapBytes: 5,
      heapTotalBytes: 9,
      requests: 7,
      rssBytes: expect.any(Number),
      threads: 1,
    });
    const second = await stack.measure();
    expect(second).toMatchObject({ heapBytes: null, requests: 7 });
    expect(second).not.toHaveProperty('heapTotalBytes');
    expect(stack.program.log.text).toContain('a stack’s program: no report\n');
    expect(await stack.stop(5000)).toBeNull();
    expect(await stack.program.ended).toBe('ended with code 0');
  });

  it('gets an answer of the size that it asks for', async () => {
    const ask = '{"type":"content","id":4,"operation":"items-status","bytes":600}';
    const stack = await begin(
      `read order; echo '${ask}'; read line; echo "$line" >&2; echo '${started}'; read x`,
    );
    await stack.ready();
    await expect.poll(() => stack.program.log.text).toMatch(/\n$/);
    const told = JSON.parse(stack.program.log.text);
    expect(told).toMatchObject({ type: 'content', id: 4, message: expect.any(Object) });
    expect(JSON.stringify(told.message)).toHaveLength(600);
  });

  it.each([
    [`echo '{"type":"failed","message":"no room"}'; read x`, 5000, 'could not start: no room'],
    ['echo hello; read x', 5000, 'wrote a line that is not a report of a stack’s program: hello'],
    ['exit 4', 5000, 'ended with code 4 before it was ready'],
    ['read x; read x', 30, 'was not ready within 0.03 s'],
    [
      'head -c 70000 /dev/zero | tr "\\0" x; read x',
      5000,
      'wrote a line without an end where reports belong',
    ],
  ])('fails with %s', async (script, withinMs, message) => {
    const stack = await begin(`read order; ${script}`, { withinMs });
    await expect(stack.ready()).rejects.toMatchObject({ code: 'SERVICE_START_FAILED', message });
  });

  it('is asked, before it is forced', async () => {
    const stack = await begin(
      `trap '' TERM; read order; echo '${started}'; while :; do sleep 9; done`,
    );
    await stack.ready();
    expect(await stack.stop(30)).toBe(
      'The server did not end within 0.03 s of SIGTERM, and was ended by SIGKILL.',
    );
  });
});
