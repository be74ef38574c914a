import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beginCommand } from '../../../tests/support/begun-command.ts';
import { wirebench } from '../../../tests/support/command-line.ts';
import { homeWith } from '../../../tests/support/opened-engine.ts';
import { ownExperiment, ownHttpService } from '../../../tests/support/own-services.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';

/** Runs a command to its end in a new folder with these files, which `{home}` in an argument names. */
async function ended(args: readonly string[], files: Record<string, string> = {}, input = '') {
  const home = temporaryFolder(files);
  const named = args.map((arg) => arg.replaceAll('{home}', home));
  return { home, ...(await wirebench(home, named, input)) };
}
const remote = {
  'remote.bench.yaml': `wirebench: 1
name: Remote
target: {rest: "http://lab.example/"}
factors: {protocol: rest, users: 1}
load: {model: closed, requests: 1}
`,
};

describe('commands with an own service', () => {
  const own = async (status = 200) => {
    const service = await ownHttpService(() => ({ status, body: '{"id":3}' }));
    const home = homeWith();
    const path = join(home, 'own.bench.yaml');
    const requests = `  rest: {address: "${service.address}", headers: {x-one: "1"}}
  requests:
    get: {rest: {path: /a}, checks: [{path: $.id, equals: 3}]}
    post: {changes: true, rest: {path: /b, body: {n: 1}}}`;
    writeFileSync(
      path,
      ownExperiment(requests, 'protocol: [rest], shape: [get, post], users: [1]'),
    );
    const run = async (command: string, ...more: string[]) =>
      wirebench(home, [command, path, ...more]);
    return { service, home, path, run };
  };

  it('try each request once', async () => {
    const { service, run } = await own();
    const tried = await run('try');
    expect(tried.code).toBe(0);
    expect(
      tried.stdout
        .replaceAll(/\d+(\.\d+)? (ms|B|µs)/g, '# $2')
        .split('\n')
        .slice(0, 14),
    ).toEqual([
      'get, REST',
      `  GET ${service.address}/a`,
      '  x-one: 1',
      '',
      '  Status 200, connected in # ms, answered in # ms, # B sent, # B received',
      '  content-type: application/json',
      '  content-length: 8',
      ...['  date: ', '  connection: ', '  keep-alive: '].map((start) =>
        expect.stringContaining(start),
      ),
      '',
      '  {',
      '    "id": 3',
      '  }',
    ]);
    expect(tried.stdout).toContain('\n  ✓ ');
    expect(service.seen.map(({ call }) => call)).toEqual(['GET /a', 'POST /b']);
    const one = await run('try', '--request', 'post', '--json');
    expect(JSON.parse(one.stdout)).toMatchObject({
      format: 'wirebench-try/1',
      attempts: [
        { request: 'post', protocol: 'rest', sent: { body: '{"n":1}' }, answer: { status: 200 } },
      ],
    });
    expect((await run('try', '--protocol', 'grpc')).code).toBe(2);
  });

  it('try fails with a request', async () => {
    const { run } = await own(404);
    const { code, stdout } = await run('try', '--request', 'get');
    expect([code, stdout]).toEqual([1, expect.stringContaining('Failed (status): HTTP 404')]);
  });

  it('records its bytes', async () => {
    const { run } = await own();
    const wire = await run('wire', '--json', '--request', 'post');
    expect(wire.code).toBe(0);
    expect(JSON.parse(wire.stdout)).toMatchObject({
      format: 'wirebench-wire/1',
      captures: [{ protocol: 'rest', shape: 'post', workload: 'custom' }],
    });
    const sizes = await run('sizes', '--csv');
    expect([sizes.code, sizes.stderr]).toEqual([0, '']);
    expect(sizes.stdout.split('\n')[1]).toMatch(
      /^custom,get,rest,get,new,set-up,|^custom,get,rest,/,
    );
    expect(sizes.stdout).not.toContain('post');
    const some = await run('sizes', '--json', '--request', 'post', '--protocol', 'rest');
    expect(
      JSON.parse(some.stdout).sizes.entries.map(({ shape }: { shape: string }) => shape),
    ).toEqual(['post']);
    for (const option of ['--workload', '--tls', '--client', '--text']) {
      const value =
        { '--workload': 'product', '--tls': 'on', '--client': 'raw', '--text': 'ascii' }[option] ??
        '';
      for (const command of ['wire', 'sizes']) {
        const refused = await run(command, option, value);
        expect([refused.code, refused.stderr]).toEqual([
          2,
          expect.stringContaining(`${option} belongs to bundled services`),
        ]);
      }
    }
  });

  it('says that a service does not conform to a check that there is not', async () => {
    const { service } = await own();
    const { code, stderr } = await ended(['conform', '--rest', service.address, '--check', 'none']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('REST has no check of that name')]);
  });
});

describe('consent', () => {
  const path = '{home}/remote.bench.yaml';

  it('is needed for another machine', async () => {
    const { code, stderr } = await ended(['run', path, '--quiet'], remote);
    expect([code, stderr]).toEqual([2, expect.stringContaining('(HOST_NOT_CONFIRMED)')]);
    const other = await ended(['run', path, '--allow-host', 'other.example'], remote);
    expect(other.code).toBe(2);
  });

  it.each([
    ['no', 2],
    ['', 2],
    ['yesterday', 2],
  ])('is not the answer "%s"', async (answer, code) => {
    const home = temporaryFolder(remote);
    const begun = beginCommand(home, ['run', join(home, 'remote.bench.yaml')], { terminal: true });
    await begun.until('stderr', /Are you allowed to load lab\.example \[y\/N\]: /);
    begun.answer(answer);
    expect(await begun.ended).toBe(code);
    expect(begun.text('stderr')).toContain('(HOST_NOT_CONFIRMED)');
  });

  it('is not given by an interrupt', async () => {
    const home = temporaryFolder(remote);
    const begun = beginCommand(home, ['run', join(home, 'remote.bench.yaml')], { terminal: true });
    await begun.until('stderr', /\[y\/N\]: /);
    begun.interrupt();
    expect(await begun.ended).toBe(130);
    expect(begun.text('stderr')).toMatch(/\nStopping; everything measured so far is kept\./);
  });
});

describe('serve', () => {
  it('serves the workbench until it is interrupted', async () => {
    const begun = beginCommand(temporaryFolder(), ['serve', '--port', '0', '--no-open']);
    const [address = ''] = await begun.until('stdout', /^http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/);
    begun.interrupt();
    expect(await begun.ended).toBe(0);
    expect(begun.text('stderr')).toBe('Closing.\n');
    await expect(fetch(address)).rejects.toThrow();
  });
});
