import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { maxMachines, newSeed } from '../../../engine/machines/keys.ts';
import { type Ended, script, startCommand } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const token = `${newSeed()}.${'b'.repeat(43)}`;
const place = ['--join', '10.0.0.5:4222'];
const withToken = { WIREBENCH_TOKEN: token };
function agents(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const started = startCommand(temporaryFolder(), [script, 'agents', ...args], { env });
  started.child.stdin.end();
  return started.ended;
}

const listSchema = z.object({ items: z.array(z.looseObject({ kind: z.string() })) });
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

const away = ['--ignore-not-found', '--cascade=foreground', '--timeout=2m'];

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
    expect(removed?.args).toEqual([...['delete', 'job/wirebench-agents', ...away, ...where]]);
    expect(applied?.args).toEqual([
      ...['apply', '--server-side', '--force-conflicts', '--field-manager=wirebench'],
      ...['--filename=-', ...where],
    ]);
    const { items } = listSchema.parse(JSON.parse(applied?.input ?? ''));
    expect(items.map(({ kind }) => kind)).toEqual(['ServiceAccount', 'Secret', 'Job']);
    const encoded = Buffer.from(token).toString('base64');
    expect(JSON.stringify(items[1])).toContain(encoded);
    for (const { args, env } of calls()) expect(args.join(' ') + env).not.toContain(token);
    expect(stdout + stderr).not.toContain(token);
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
        ...['serviceaccount/wirebench-agents', ...away],
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
    ['no address', ['--kubernetes', '2'], withToken, '--join and a token are needed'],
    ['no token', ['--kubernetes', '2', ...place], {}, 'WIREBENCH_TOKEN'],
    [
      'the pod itself',
      ['--kubernetes', '2', '--join', '127.0.0.1:4222'],
      withToken,
      'the pod itself',
    ],
    [
      'too many',
      ['--kubernetes', `${maxMachines + 1}`, ...place],
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
});
