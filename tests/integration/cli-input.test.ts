import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { wirebench, wirebenchProcess } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const firstLook = join(root, 'fixtures', 'experiments', 'first-look.bench.yaml');

function fileWith(content: string): string {
  const file = join(temporaryFolder(), 'x.bench.yaml');
  writeFileSync(file, content);
  return file;
}

describe('wirebench', () => {
  it.each(['--version', '-V'])('prints its version for %s', async (flag) => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const ended = await wirebenchProcess(temporaryFolder(), [flag]);
    expect(ended).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('is found by npx in a checkout, without a network', async () => {
    const child = spawn('npx', ['--offline', 'wirebench', '--version'], {
      cwd: root,
      env: { ...process.env, npm_config_cache: temporaryFolder() },
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(output).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(code).toBe(0);
  });

  it.each([
    [[], 'Usage: wirebench'],
    [['explode'], "unknown command 'explode'"],
    [['--explode'], "unknown option '--explode'"],
    [['run'], 'Expected either an experiment file or --again RUN'],
    [['run', 'a', 'b'], 'too many arguments'],
    [['show'], "missing required argument 'run'"],
    [['export', 'latest', '--format', 'pdf', '--out', 'x'], 'Allowed choices are json, csv'],
    [['services', 'start', '--protocol', 'rest,carrier-pigeon'], 'one or more of rest,rest-h2,'],
    [['services', 'start', '--port', '70000'], 'expected a port'],
    [['services', 'start', '--port', '65534'], 'too few ports for 3 services'],
    [['serve', '--port', 'x'], 'expected a port'],
  ])('ends with 2 and says why for %j', async (args, words) => {
    const ended = await wirebench(temporaryFolder(), args);
    expect(ended.stderr).toContain(words);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('wirebench validate', () => {
  it('says how large a valid experiment is', async () => {
    const ended = await wirebench(temporaryFolder(), ['validate', firstLook]);
    expect(ended.stdout).toMatch(
      /first-look\.bench\.yaml: valid: First look: \d+ trials of \d+ cells/,
    );
    expect(ended.code).toBe(0);
  });

  it('names file, line, column and path of every problem', async () => {
    const file = fileWith(
      'wirebench: 1\nname: Wrong\nfactors:\n  protocol: [rest, carrier]\n  users: [0]\nload:\n  model: closed\n',
    );
    const ended = await wirebench(temporaryFolder(), ['validate', file]);
    const lines = ended.stderr.trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/x\.bench\.yaml:4:20: factors\.protocol\[1\]: .+/),
      expect.stringMatching(/x\.bench\.yaml:5:11: factors\.users\[0\]: .+/),
      expect.stringMatching(/x\.bench\.yaml:\d+:\d+: load: .*duration/),
    ]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
  });

  it('prints problems and plan as JSON', async () => {
    const home = temporaryFolder();
    const wrong = await wirebench(home, ['validate', fileWith('wirebench: 1\n'), '--json']);
    expect(wrong).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      valid: false,
      plan: null,
      problems: expect.arrayContaining([
        { line: 1, column: 1, path: 'name', message: expect.any(String) },
      ]),
    });
  });

  it('applies --set, and blames it where it is wrong', async () => {
    const home = temporaryFolder();
    const set = (value: string) =>
      wirebench(home, ['validate', firstLook, '--json', '--set', value]);
    const changed = await set('repetitions=7');
    const { plan } = JSON.parse(changed.stdout);
    expect(plan.trials).toBe(7 * plan.cells);
    const wrong = await set('factors.users=[many]');
    expect(wrong.code).toBe(2);
    expect(wrong.stdout).toContain('--set factors.users=[many]');
    const nonsense = await set('nonsense');
    expect(nonsense.stderr).toContain('OVERRIDE_INVALID');
    expect(nonsense.code).toBe(2);
  });

  it.each(['validate', 'run'])('ends with 2 when %s cannot read the file', async (command) => {
    const home = temporaryFolder();
    for (const file of [join(home, 'missing.bench.yaml'), home]) {
      const ended = await wirebench(home, [command, file]);
      expect(ended.stderr).toContain('EXPERIMENT_UNREADABLE');
      expect(ended).toMatchObject({ code: 2, stdout: '' });
    }
  });
});
