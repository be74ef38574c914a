import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foreignStacks } from '../../../contracts/stacks.ts';
import { wirebench } from '../../../tests/support/command-line.ts';
import { twoCellExperiment } from '../../../tests/support/opened-engine.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';

/** Runs a command to its end in a new folder with these files, which `{home}` in an argument names. */
async function ended(args: readonly string[], files: Record<string, string> = {}, input = '') {
  const home = temporaryFolder(files);
  const named = args.map((arg) => arg.replaceAll('{home}', home));
  return { home, ...(await wirebench(home, named, input)) };
}
const fine = { 'fine.bench.yaml': twoCellExperiment() };
const file = '{home}/fine.bench.yaml';
describe('validate', () => {
  it('says how large an experiment is', async () => {
    const { home, code, stdout, stderr } = await ended(['validate', file], fine);
    const path = join(home, 'fine.bench.yaml');
    expect([code, stdout]).toEqual([
      0,
      `${path}: valid: Example: 4 trials of 2 cells, about 44 s\n`,
    ]);
    expect(stderr).toContain('Without a warm-up');
    const steps = twoCellExperiment().replace(
      /load:.*/,
      'load: {model: steps, levels: [2, 4, 8], hold: 5s, stopAt: saturation}',
    );
    const stepped = await ended(['validate', '-'], {}, steps.replace(', users: 10', ''));
    expect(stepped.stdout).toMatch(/^-: valid: Example: 4 trials of 2 cells, at most .+ s\n$/);
    const few = twoCellExperiment().replace('duration: 10s', 'requests: 5');
    const bounded = await ended(['validate', '-'], {}, few);
    expect(bounded.stdout).toMatch(/4 trials of 2 cells\n$/);
  });

  it('prints one document', async () => {
    const overridden = ['--json', '--set', 'factors.users=[1,2]', '--set', 'repetitions=1'];
    const { code, stdout, stderr } = await ended(['validate', file, ...overridden], fine);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      valid: true,
      problems: [],
      plan: { name: 'Example', cells: 4, trials: 4, seconds: 44, atMost: false },
    });
  });

  it('lists problems as compilers do', async () => {
    const wrong = { 'fine.bench.yaml': twoCellExperiment().replace('10s', 'ten') };
    const { home, code, stdout, stderr } = await ended(['validate', file], wrong);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^${join(home, 'fine.bench.yaml')}:4:33: load.duration: `));
    const json = await ended(['validate', file, '--json'], wrong);
    expect([json.code, json.stderr]).toEqual([2, '']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: false,
      plan: null,
      problems: [{ line: 4 }],
    });
    const files = `wirebench: 1
name: Own
service: {rest: {address: "http://127.0.0.1:9"}, requests: {a: {rest: {path: /, body-file: none.json}}}}
factors: {protocol: rest, shape: a, users: 1}
load: {model: closed, requests: 1}
`;
    const missing = await ended(['validate', '-', '--json'], {}, files);
    expect(missing.code).toBe(2);
    expect(JSON.parse(missing.stdout)).toMatchObject({ valid: false, plan: null });
  });

  it.each([
    [['validate', '{home}/none'], 'EXPERIMENT_UNREADABLE'],
    [['validate', '{home}'], 'EXPERIMENT_UNREADABLE'],
    [['validate', file, '--set', 'users'], 'OVERRIDE_INVALID'],
    [['run', '{home}/none'], 'EXPERIMENT_UNREADABLE'],
    [['try', file, '--set', '='], 'OVERRIDE_INVALID'],
  ])('%j fails with %s', async (args, code) => {
    const failed = await ended(args, fine);
    expect([failed.code, failed.stdout]).toEqual([2, '']);
    expect(failed.stderr).toContain(`(${code})`);
  });
});

describe('new', () => {
  const curl = 'curl http://127.0.0.1:8080/orders';

  it('writes an experiment, and over no file unless forced', async () => {
    const { code, stdout } = await ended(['new', '--curl', curl, '--name', 'Orders']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^name: Orders\n[\s\S]*address: http:\/\/127\.0\.0\.1:8080\n[\s\S]*path: \/orders\n/m,
    );
    const files = { 'there.yaml': 'there' };
    const out = async (name: string, ...more: string[]) => {
      const made = await ended(['new', '--curl', curl, '--out', `{home}/${name}`, ...more], files);
      const path = join(made.home, name);
      return { ...made, path, text: existsSync(path) ? readFileSync(path, 'utf8') : null };
    };
    const made = await out('new.yaml');
    expect(made.stderr).toContain(`Wrote ${made.path}. Next: wirebench try ${made.path}`);
    expect([made.stdout, made.text]).toEqual(['', expect.stringContaining('path: /orders')]);
    const refused = await out('there.yaml');
    expect([refused.code, refused.text]).toEqual([2, 'there']);
    expect(refused.stderr).toContain('(ARGUMENT_INVALID)');
    expect((await out('there.yaml', '--force')).text).toContain('path: /orders');
    expect((await out('none/new.yaml')).code).toBe(2);
  });

  it('takes operations of a description, and names those that it left out', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 40 }, (_none, index) => [
        `/things${index}`,
        { get: { operationId: `op${index}`, responses: { 200: { description: 'ok' } } } },
      ]),
    );
    const document = JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'Things', version: '1' },
      servers: [{ url: 'http://127.0.0.1:9' }],
      paths,
    });
    const files = { 'api.json': document };
    const picked = await ended(
      ['new', '--openapi', '{home}/api.json', '--operation', 'op3'],
      files,
    );
    expect(picked.stdout.match(/path: .*/g)).toEqual(['path: /things3']);
    expect(picked.stderr).not.toContain('--operation');
    const all = await ended(['new', '--openapi', '{home}/api.json'], files);
    expect(all.stderr).toContain('Name those that you want: --operation NAME.');
    const none = await ended(['new']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--openapi <')]);
  });
});

describe('arguments', () => {
  it.each<[string[], string]>([
    [['run'], 'ARGUMENT_INVALID'],
    [['run', file, '--again', 'latest'], 'ARGUMENT_INVALID'],
    [['run', '--again', 'latest'], 'RUN_NOT_FOUND'],
    [['run', file, '--listen-websocket', '80'], '--listen-websocket goes with --listen'],
    [['run', file, '--address', 'here'], '--address goes with --nats'],
    [
      ['run', file, '--nats', 'nats://127.0.0.1:1', '--listen', '127.0.0.1:1'],
      'Either --nats or --listen',
    ],
    [['run', file, '--listen', '127.0.0.1'], 'HOST:PORT'],
    [['run', file, '--listen', 'host:0'], 'HOST:PORT'],
    [['run', file, '--listen', 'host:65536'], 'HOST:PORT'],
    [['run', file, '--agents', 'two'], 'machines'],
    [['run', file, '--out', file], 'ARGUMENT_INVALID'],
    [['run', file, '--set', 'load.duration=x'], 'load.duration'],
    [['try', file], 'the file has no service'],
    [['wire', '--shape', 'none'], 'has no shape none'],
    [['wire', '--protocol', 'rest,telnet'], 'expected one or more of rest,'],
    [['sizes', '--request', 'get'], '--request names a request of an experiment file'],
    [['sizes', '--workload', 'none'], 'expected one of product'],
    [['sizes', '--json', '--csv'], 'cannot be used with'],
    [['sizes', '--data', 'none=1'], '--data'],
    [['services', 'start', '--port', '65534'], 'leaves too few ports for 3 services'],
    [['services', 'start', '--port', '65536'], 'from 0 to 65535'],
    [['services', 'start', '--database', 'mysql'], 'expected none, sqlite'],
    [['services', 'start', '--protocol', 'telnet'], 'expected one or more of'],
    [['conform'], 'No service is named'],
    [['conform', '--rest', 'nowhere'], '--rest nowhere: '],
    [['conform', '--rest', 'http://127.0.0.1:1', '--ca', '{home}/none'], '--ca: '],
    [
      ['conform', '--rest', 'http://127.0.0.1:1', '--key', '{home}/none'],
      '--certificate and --key belong together',
    ],
    [
      ['conform', '--rest', 'http://127.0.0.1:1', '--certificate', file],
      '--certificate and --key belong together',
    ],
    [
      ['conform', '--rest', 'http://127.0.0.1:1', '--certificate', '{home}/none', '--key', file],
      '--certificate: ',
    ],
    [
      ['conform', '--rest', 'http://127.0.0.1:1', '--certificate', file, '--key', file],
      '--certificate and --key: ',
    ],
    [['conform', '--rest', 'http://lab.example/'], 'HOST_NOT_CONFIRMED'],
    [['conform', '--timeout', '1.2345'], 'expected a number of seconds'],
    [['conform', '--seed', '-1'], 'expected a whole number'],
    [['calibrate', '--seconds', '0.19'], 'from 0.2 to 60'],
    [['calibrate', '--seconds', '60.1'], 'from 0.2 to 60'],
    [['calibrate', '--seconds', '1e1'], 'from 0.2 to 60'],
    [['stacks', 'build', 'cobol'], `expected one or more of ${foreignStacks.join(', ')}`],
    [['agent', '--join', '127.0.0.1:1', '--token', 'x'], '--token'],
    [['agent', '--token', 'x'], '--join'],
    [['agent', '--join', '127.0.0.1:1'], '--token'],
    [['agent', '--join', '127.0.0.1:1', '--token', 'x', '--threads', '0'], 'from 1 to 1024'],
    [['agent', '--join', '127.0.0.1:1', '--token', 'x', '--threads', '1025'], 'from 1 to 1024'],
    [['agent', '--join', '127.0.0.1:1', '--token', 'x', '--place', ' '], '1 to 100 characters'],
    [
      ['agent', '--join', '127.0.0.1:1', '--token', 'x', '--place', 'x'.repeat(101)],
      '1 to 100 characters',
    ],
    [['agent', '--join', '127.0.0.1:1', '--token', 'x', '--host', 'a/b'], 'without a port'],
    [
      ['agent', '--join', '127.0.0.1:1', '--token', 'x', '--process', ''],
      'expected a name or a number',
    ],
    [
      ['agent', '--join', '127.0.0.1:1', '--token', 'x', '--process', 'node'],
      '--process and --container go with --watch',
    ],
    [
      ['agent', '--join', '127.0.0.1:1', '--token', 'x', '--container', 'node'],
      '--process and --container go with --watch',
    ],
    [['agents'], '--kubernetes or --remove is missing'],
    [['agents', '--kubernetes', '257'], 'from 0 to 256'],
    [['agents', '--kubernetes', '2'], '--join and a token are needed'],
    [['agents', '--kubernetes', '2', '--join', '127.0.0.1:1', '--token', 'x'], 'is the pod itself'],
    [
      ['agents', '--kubernetes', '2', '--join', 'lab.example:1', '--token', 'x', '--print'],
      '--token',
    ],
    [['agents', '--kubernetes', '2', '--image', '-x'], 'expected a name without spaces'],
    [['campaign', '--pages', '{home}'], '--pages are made from the files of --out'],
    [['none'], "unknown command 'none'"],
  ])('%j is wrong', async (args, reason) => {
    const { code, stdout, stderr } = await ended(args, fine);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
  });

  it('shows help and version', async () => {
    const help = await ended(['--help']);
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain('Exit codes: 0 done');
    expect((await ended(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await ended(['list', '-h'])).stdout).toContain('--search <text>');
  });
});

describe('stacks', () => {
  it('lists each language', async () => {
    const { code, stdout } = await ended(['stacks', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).map(({ stack }: { stack: string }) => stack)).toEqual([
      ...foreignStacks,
    ]);
    const lines = (await ended(['stacks'])).stdout.split('\n');
    expect(lines[0]).toMatch(/^stack +made of +toolchain +services$/);
    expect(lines.slice(1, 5).map((line) => line.split(' ')[0])).toEqual([...foreignStacks]);
  });
});

describe('agents', () => {
  it('prints manifests for a cluster, without secrets where there are none', async () => {
    const { code, stdout, stderr } = await ended([
      'agents',
      '--kubernetes',
      '3',
      '--print',
      '--image',
      'r/w:1',
      '--namespace',
      'lab',
    ]);
    expect([code, stderr]).toEqual([0, 'Without --join and a token: the Secret is left out.\n']);
    expect(stdout).toMatch(/completions: 3\n +parallelism: 3\n/);
    expect(stdout).toContain('image: r/w:1');
    expect(stdout).toContain('namespace: lab');
    expect(stdout).not.toContain('kind: Secret');
  });
});
