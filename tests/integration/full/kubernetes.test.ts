import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { maxMachines, newSeed } from '../../../engine/machines/keys.ts';
import { type Ended, script, startCommand } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const token = `${newSeed()}.${'b'.repeat(43)}`;
const place = ['--join', '10.0.0.5:4222'];
const withToken = { WIREBENCH_TOKEN: token };
const folders = (process.env.PATH ?? '').split(delimiter);
const hasKubectl = folders.some((folder) => existsSync(join(folder, 'kubectl')));

function agents(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const started = startCommand(temporaryFolder(), [script, 'agents', ...args], { env });
  started.child.stdin.end();
  return started.ended;
}

const callSchema = z.object({ args: z.array(z.string()), input: z.string(), env: z.string() });

/** A replacement for kubectl, which records how it is called. */
function recordingKubectl() {
  const folder = temporaryFolder();
  const file = join(folder, 'calls');
  const program = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const call = { args: process.argv.slice(2), input: readFileSync(0, 'utf8'), env: JSON.stringify(process.env) };
appendFileSync(${JSON.stringify(file)}, JSON.stringify(call) + '\\n');
process.stdout.write(process.argv[2] + ' done\\n');
`;
  writeFileSync(join(folder, 'kubectl'), program);
  chmodSync(join(folder, 'kubectl'), 0o755);
  const calls = () =>
    (existsSync(file) ? readFileSync(file, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => callSchema.parse(JSON.parse(line)));
  return { PATH: [folder, dirname(process.execPath)].join(delimiter), calls };
}

/** A cluster that answers everything with one status. @returns the file that tells kubectl its address. */
async function refusingCluster(code: number, reason: string, message: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(code, { 'content-type': 'application/json' });
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code };
    response.end(JSON.stringify(status));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return kubeconfig((server.address() as AddressInfo).port);
}

function kubeconfig(port: number): string {
  const file = join(temporaryFolder(), 'config');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'here',
    clusters: [{ name: 'here', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'nobody', user: {} }],
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'nobody' } }],
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

describe('wirebench agents', () => {
  it('gives the token to kubectl by its stdin alone, after it has taken away the Job before', async () => {
    const { calls, PATH } = recordingKubectl();
    const { code, stdout, stderr } = await agents(
      ['--kubernetes', '4', ...place, '--namespace', 'bench', '--context', 'lab'],
      { ...withToken, PATH },
    );
    expect(stderr).toContain('starts 4 agents');
    expect(code).toBe(0);
    expect(stdout).toBe('delete done\napply done\n');
    const [removed, applied] = calls();
    const where = ['--context=lab', '--namespace=bench'];
    expect(removed?.args).toEqual([
      ...[
        'delete',
        'job/wirebench-agents',
        '--ignore-not-found',
        '--cascade=foreground',
        '--timeout=2m',
      ],
      ...where,
    ]);
    expect(applied?.args).toEqual([
      ...['apply', '--server-side', '--force-conflicts', '--field-manager=wirebench'],
      ...['--filename=-', ...where],
    ]);
    const { items } = z
      .object({ items: z.array(z.looseObject({ kind: z.string() })) })
      .parse(JSON.parse(applied?.input ?? ''));
    expect(items.map(({ kind }) => kind)).toEqual(['ServiceAccount', 'Secret', 'Job']);
    const encoded = Buffer.from(token).toString('base64');
    expect(JSON.stringify(items[1])).toContain(encoded);
    for (const { args, env } of calls()) expect(args.join(' ') + env).not.toContain(token);
    expect(stdout + stderr).not.toContain(token);
  });

  it('gives credentials of a NATS server on in the same way', async () => {
    const { calls, PATH } = recordingKubectl();
    const shared = `nats.${token}`;
    const login = 'user: agent\npassword: quite-secret';
    const env = { WIREBENCH_TOKEN: shared, WIREBENCH_NATS_LOGIN: login, PATH };
    const where = 'tls://nats-0.nats:4222,tls://nats-1.nats:4222';
    const { code, stderr } = await agents(['--kubernetes', '2', '--join', where], env);
    expect(stderr).toContain(where);
    expect(code).toBe(0);
    const [, applied] = calls();
    const { items } = z
      .object({ items: z.array(z.looseObject({ kind: z.string() })) })
      .parse(JSON.parse(applied?.input ?? ''));
    expect(items[1]?.data).toEqual({
      join: Buffer.from(where).toString('base64'),
      token: Buffer.from(shared).toString('base64'),
      'nats-login': Buffer.from(login).toString('base64'),
    });
    for (const call of calls())
      expect(call.args.join(' ') + call.env).not.toContain('quite-secret');
    expect(stderr).not.toContain('quite-secret');
    const wrong = await agents(['--kubernetes', '2', '--join', where], {
      ...env,
      WIREBENCH_NATS_LOGIN: 'quite-secret',
    });
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('WIREBENCH_NATS_LOGIN');
    expect(wrong.stderr).not.toContain('quite-secret');
    expect(calls()).toHaveLength(2);
  });

  it.each([['--remove'], ['--kubernetes', '0']])('takes everything away: %s', async (...args) => {
    const { calls, PATH } = recordingKubectl();
    const { code, stderr } = await agents(
      args.filter((arg) => typeof arg === 'string'),
      { PATH },
    );
    expect(stderr).toBe('The agents are gone.\n');
    expect(code).toBe(0);
    expect(calls().map((call) => call.args)).toEqual([
      [
        ...['delete', 'job/wirebench-agents', 'secret/wirebench-agents'],
        ...[
          'serviceaccount/wirebench-agents',
          '--ignore-not-found',
          '--cascade=foreground',
          '--timeout=2m',
        ],
      ],
    ]);
  });

  it('prints the manifests without a cluster, and without the Secret where no token is known', async () => {
    const { calls, PATH } = recordingKubectl();
    const kinds = (text: string) =>
      parseAllDocuments(text).map(
        (document) => z.object({ kind: z.string() }).parse(document.toJS()).kind,
      );
    const printed = await agents(['--kubernetes', '2', ...place, '--print'], {
      ...withToken,
      PATH,
    });
    expect(printed.code).toBe(0);
    expect(kinds(printed.stdout)).toEqual(['ServiceAccount', 'Secret', 'Job']);
    const image = 'registry.example:5000/wirebench:1';
    const untold = await agents(['--kubernetes', '2', '--print', '--image', image], { PATH });
    expect(kinds(untold.stdout)).toEqual(['ServiceAccount', 'Job']);
    expect(untold.stdout).toContain(`image: ${image}`);
    expect(untold.stderr).toContain('the Secret is left out');
    expect(calls()).toEqual([]);
  });

  it.each([
    ['nothing to do', [], withToken, '--kubernetes or --remove is missing'],
    ['no address', ['--kubernetes', '2'], withToken, '--join and a token are needed'],
    ['no token', ['--kubernetes', '2', ...place], {}, 'WIREBENCH_TOKEN'],
    [
      'an address of the pod',
      ['--kubernetes', '2', '--join', '127.0.0.1:4222'],
      withToken,
      'the pod itself',
    ],
    [
      'a token that is cut',
      ['--kubernetes', '2', ...place],
      { WIREBENCH_TOKEN: token.slice(1) },
      'no token',
    ],
    [
      'too many',
      ['--kubernetes', String(maxMachines + 1), ...place],
      withToken,
      `0 to ${maxMachines}`,
    ],
    ['an option as a name', ['--remove', '--namespace', '--all'], {}, 'expected a name'],
  ])('refuses wrong input before it calls anything: %s', async (_, args, env, expected) => {
    const { calls, PATH } = recordingKubectl();
    const { code, stderr } = await agents(args, { ...env, PATH });
    expect(stderr).toContain(expected);
    expect(code).toBe(2);
    expect(calls()).toEqual([]);
  });

  it('says where to get kubectl when it is missing', async () => {
    const { code, stderr } = await agents(['--remove'], { PATH: temporaryFolder() });
    expect(stderr).toContain('KUBECTL_MISSING');
    expect(stderr).toContain('--print');
    expect(code).toBe(2);
  });

  it.skipIf(!hasKubectl)('says that no cluster answers', async () => {
    const { code, stderr } = await agents(['--remove'], { KUBECONFIG: kubeconfig(1) });
    expect(stderr).toContain('CLUSTER_UNREACHABLE');
    expect(stderr).toContain('127.0.0.1:1');
    expect(code).toBe(2);
  });

  it.skipIf(!hasKubectl)('says what a cluster forbids', async () => {
    const message = 'jobs.batch is forbidden: User "guest" cannot delete resource "jobs"';
    const KUBECONFIG = await refusingCluster(403, 'Forbidden', message);
    const { code, stderr } = await agents(['--remove'], { KUBECONFIG });
    expect(stderr).toContain('CLUSTER_REFUSED');
    expect(stderr.toLowerCase()).toContain('forbidden');
    expect(stderr).toContain('rights');
    expect(code).toBe(2);
  });
});
