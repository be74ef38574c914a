import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { wirebench } from '../../../tests/support/command-line.ts';
import { homeWith, twoCellExperiment, twoCellRun } from '../../../tests/support/opened-engine.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';

/** Commands on stored runs, each run to its end in a data folder with two of them. */
const runs = [
  twoCellRun('aaaa', 1, { note: 'A door.' }),
  twoCellRun('bbbb', 2, { startedAt: '2026-03-02T10:00:00.000Z', tags: [], note: '' }),
];
const filled = () => {
  const home = homeWith(runs);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await wirebench(home, args);
    return { code, out: stdout, err: stderr, lines: stdout.trimEnd().split('\n') };
  };
  return { home, run };
};
const ids = (out: string): string[] => JSON.parse(out).map(({ id }: { id: string }) => id);

describe('list', () => {
  it('shows all runs, newest first, with their tags', async () => {
    const { run } = filled();
    await run('tag', 'bbbb', '--pin');
    expect((await run('list')).lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['run', 'started', 'status', 'trials', 'protocols', 'trust', 'name', 'tags'],
      ['bbbb', '2 Mar 2026, 10:00:00', 'completed', '4/4', 'rest grpc', 'ok', '* Run bbbb'],
      [
        ...['aaaa', '1 Mar 2026, 10:00:00', 'completed', '4/4', 'rest grpc', 'ok', 'Run aaaa'],
        'paper, lab',
      ],
    ]);
    await run('tag', 'aaaa', '--remove', 'paper', '--remove', 'lab');
    expect((await run('list')).lines[0]).not.toContain('tags');
  });

  it.each([
    [['--tag', 'paper'], ['aaaa']],
    [['--search', 'DOOR'], ['aaaa']],
    [
      ['--status', 'completed'],
      ['bbbb', 'aaaa'],
    ],
    [['--status', 'failed'], []],
    [['--search', 'run', '--tag', 'none'], []],
    [[], ['bbbb', 'aaaa']],
  ])('finds those that match %j', async (options, found) => {
    const { run } = filled();
    const { code, out } = await run('list', '--json', ...options);
    expect([code, ids(out)]).toEqual([0, found]);
    if (found.length === 0) expect((await run('list', ...options)).out).toBe('No run matches.\n');
  });

  it('says that there are none, and reads another database', async () => {
    const { home, run } = filled();
    const db = join(home, 'other.db');
    expect((await run('list', '--db', db)).out).toBe(
      'No runs yet. Start one with: wirebench run FILE\n',
    );
    expect(existsSync(db)).toBe(true);
  });
});

describe('show', () => {
  it('prints the run, or its document', async () => {
    const { run } = filled();
    const { out } = await run('show', 'latest');
    expect(out).toContain(
      'run bbbb · completed · 2 Mar 2026, 10:00:00 · 4 of 4 trials\n\nAt 10 users, gRPC handles 2.00 times as many requests a second as REST',
    );
    expect(out).toContain('×2.00 (1.9 to 2.1) +100 %');
    const document = resultDocumentSchema.parse(
      JSON.parse((await run('show', 'aaaa', '--json')).out),
    );
    expect([document.run.id, document.trials.length]).toEqual(['aaaa', 4]);
  });

  it.each([
    ['cccc', 'RUN_NOT_FOUND'],
    ['aaa', 'RUN_NOT_FOUND'],
  ])('refuses %s', async (id, code) => {
    const ended = await filled().run('show', id);
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toContain(`(${code})`);
  });
});

describe('compare', () => {
  it('compares runs with the baseline', async () => {
    const { run } = filled();
    const { out } = await run('compare', 'aaaa', 'bbbb', '--metric', 'throughput,p99,throughput');
    expect(out).toMatch(
      /^rest · .* 1,015 +2,030 +2\/2 +×2\.0 +1\.9 to 2\.1 +\+100\.0 % +0\.0002 /m,
    );
    const found = JSON.parse((await run('compare', 'aaaa', 'bbbb', '--json')).out);
    expect(found.rows[0].metrics).toHaveLength(7);
    const some = JSON.parse(
      (await run('compare', 'bbbb', 'aaaa', '--json', '--metric', 'p99,throughput')).out,
    );
    expect(some.rows[0].metrics.map(({ metric }: { metric: string }) => metric)).toEqual([
      'p99',
      'throughput',
    ]);
    expect(some.rows[0].metrics[1].ratio.times).toBeCloseTo(0.5);
  });

  it.each(['', 'speed', 'throughput,'])('refuses the metrics "%s"', async (metrics) => {
    expect((await filled().run('compare', 'aaaa', 'bbbb', '--metric', metrics)).code).toBe(2);
  });
});

describe('stats', () => {
  it('analyses the repetitions', async () => {
    const { run } = filled();
    const { out } = await run('stats', 'aaaa', '--factor', 'protocol', '--metric', 'throughput');
    expect(out).toMatch(/^grpc · .* ×2\.0 +1\.9 to 2\.1 +200 % +\+100\.0 %/m);
    const json = async (...options: string[]) =>
      JSON.parse((await run('stats', 'aaaa', '--json', ...options)).out);
    const against = await json('--factor', 'protocol', '--against', 'grpc', '--metric', 'p99');
    expect(against).toMatchObject({ factor: 'protocol', against: 'grpc' });
    const metrics = async (list: string) =>
      (await json('--factor', 'protocol', '--metric', list)).detectable[0].length;
    expect(await metrics('energy')).toBe(5);
    expect(await metrics('energy,p99')).toBe(1);
  });

  it('applies the procedure of a study', async () => {
    const { run } = filled();
    const study = ['stats', 'aaaa', '--pipeline', 'isep-performance', '--factor', 'protocol'];
    const plain = await run(...study, '--against', 'rest', '--with', 'grpc');
    expect(plain.out).toContain('protocol: grpc (treatment) vs rest (control), level 0.05');
    expect(plain.out).toMatch(
      /0\.700 ms +0\.700 ms +– \/ – +1 +mann-whitney, less +18 +0\.53 +0\.00/,
    );
    const { out } = await run(
      ...[...study, '--against', 'grpc', '--with', 'rest', '--side', 'two-sided'],
      ...['--alpha', '0.1', '--repetition', '2', '--json'],
    );
    expect(JSON.parse(out)).toMatchObject({
      ...{ control: 'grpc', treatment: 'rest', side: 'two-sided', alpha: 0.1, repetition: 2 },
      rows: [{ control: { size: 6 } }],
    });
    const energy = ['stats', 'aaaa', '--pipeline', 'isep-energy', '--factor', 'protocol', '--json'];
    expect(JSON.parse((await run(...energy, '--metric', 'mean')).out).metric).toBe('mean');
    expect(JSON.parse((await run(...energy)).out).metric).toBe('throughput');
  });

  it.each([
    ['--alpha', '0'],
    ['--alpha', '1'],
    ['--alpha', ' '],
    ['--repetition', '0'],
    ['--repetition', '1.5'],
    ['--metric', 'speed'],
    ['--side', 'up'],
    ['--factor', 'weather'],
  ])('refuses %s "%s"', async (option, value) => {
    expect((await filled().run('stats', 'aaaa', option, value)).code).toBe(2);
  });
});

describe('published', () => {
  it('compares a run with the tables of its study, if it names any', async () => {
    const experiment = `${twoCellExperiment()}study: {name: kth-2024, tables: [throughput]}\n`;
    const home = homeWith([...runs, twoCellRun('cccc', 1, { experiment })]);
    const without = await wirebench(home, ['published', 'aaaa']);
    expect([without.code, without.stdout]).toEqual([2, '']);
    expect(without.stderr).toContain('no study key');
    const { code, stdout } = await wirebench(home, ['published', 'cccc', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).study.name).toBe('kth-2024');
    expect((await wirebench(home, ['published', 'cccc'])).stdout).toMatch(
      /small · REST +gRPC ÷ REST +2\.87 +2 \(1\.9 to 2\.1\)/,
    );
  });
});

describe('delete and restore', () => {
  it('hide a run and bring it back', async () => {
    const { run } = filled();
    const deleted = await run('delete', 'latest');
    expect([deleted.code, deleted.out]).toEqual([
      0,
      'Deleted run bbbb. To restore it within a week: wirebench restore bbbb\n',
    ]);
    expect(ids((await run('list', '--json')).out)).toEqual(['aaaa']);
    expect((await run('restore', 'bbbb')).out).toBe('Restored run bbbb.\n');
    expect(ids((await run('list', '--json')).out)).toEqual(['bbbb', 'aaaa']);
    expect((await run('restore', 'none')).code).toBe(2);
  });
});

describe('export and import', () => {
  it('write to a file, a folder or stdout', async () => {
    const { home, run } = filled();
    const file = join(home, 'a.csv');
    expect((await run('export', 'aaaa', '--format', 'csv', '--out', file)).err).toBe(
      `Wrote ${file}\n`,
    );
    const { out } = await run('export', 'aaaa', '--format', 'csv', '--out', '-');
    expect(readFileSync(file, 'utf8')).toBe(out);
    expect(out.split('\n')[1]).toMatch(/^aaaa,Run aaaa,aaaa-0,0,rest,/);
    const folder = temporaryFolder();
    for (const format of ['json', 'hgrm', 'samples', 'run']) {
      expect((await run('export', 'aaaa', '--format', format, '--out', folder)).code).toBe(0);
    }
    expect(readdirSync(folder).sort()).toEqual([
      'Run-aaaa-aaaa.hgrm',
      'Run-aaaa-aaaa.json',
      'Run-aaaa-aaaa.samples.csv',
      'Run-aaaa-aaaa.wbrun',
    ]);
    const none = await run('export', 'aaaa', '--format', 'json', '--out', join(home, 'no', 'a'));
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('(ARGUMENT_INVALID)')]);
  });

  it('take runs from files, whatever is wrong with others', async () => {
    const { home, run } = filled();
    const file = join(home, 'a.wbrun');
    const wrong = join(home, 'wrong.wbrun');
    await run('export', 'aaaa', '--format', 'run', '--out', file);
    writeFileSync(wrong, 'not a run file');
    const other = homeWith();
    const first = await wirebench(other, ['import', file]);
    expect([first.code, first.stdout]).toEqual([0, 'Imported run aaaa, Run aaaa\n']);
    expect((await wirebench(other, ['show', 'aaaa'])).code).toBe(0);
    const again = await wirebench(other, ['import', wrong, home, join(home, 'none'), file]);
    expect([again.code, again.stdout]).toEqual([2, 'Already known: run aaaa, Run aaaa\n']);
    const codes = again.stderr.match(/\(([A-Z_]+)\)/g);
    expect(codes).toEqual(['(RUN_FILE_UNREADABLE)', '(ARGUMENT_INVALID)', '(ARGUMENT_INVALID)']);
    const changed = homeWith([twoCellRun('aaaa', 3)]);
    const renewed = await wirebench(changed, ['import', file]);
    expect(renewed.stdout).toMatch(
      /^Imported under a new id, because its own is taken: run .+, Run aaaa\n$/,
    );
  });
});

describe('tag', () => {
  it('adds and removes tags, a note and a pin', async () => {
    const { run } = filled();
    const tagged = async (...args: string[]) => (await run('tag', ...args)).out;
    expect(await tagged('bbbb')).toBe('run bbbb\ntags: none\n');
    expect(await tagged('aaaa')).toBe('run aaaa\ntags: paper, lab\nnote: A door.\n');
    expect(await tagged('aaaa', 'new', 'red', '--remove', 'LAB', '--note', 'N', '--pin')).toBe(
      'run aaaa · pinned\ntags: paper, new, red\nnote: N\n',
    );
    expect(await tagged('aaaa', '--no-pin', '--note', '')).toBe(
      'run aaaa\ntags: paper, new, red\n',
    );
    expect(await tagged('aaaa', '--remove', 'new', '--remove', 'red')).toBe(
      'run aaaa\ntags: paper\n',
    );
  });

  it.each([[['a,b']], [['']], [['x'.repeat(41)]], [['--note', 'x'.repeat(20_001)]]])(
    'refuses %j',
    async (args) => {
      const { run } = filled();
      expect((await run('tag', 'aaaa', ...args)).code).toBe(2);
      expect((await run('tag', 'aaaa')).lines[1]).toBe('tags: paper, lab');
    },
  );

  it('refuses more tags than a run can have', async () => {
    const tags = Array.from({ length: 19 }, (_none, index) => `tag-${index}`);
    const { err, code } = await filled().run('tag', 'aaaa', ...tags);
    expect([code, err]).toEqual([2, expect.stringContaining('(ARGUMENT_INVALID)')]);
    expect((await filled().run('tag', 'aaaa', ...tags.slice(1))).code).toBe(0);
  });
});

describe('report', () => {
  it.each([
    [['--format', 'pdf', '--out', '-'], 'Only HTML'],
    [['--format', 'folder', '--out', '-'], 'Only HTML'],
    [['--figures', 'rounds'], 'no figure'],
    [['--figures', 'rounds,none'], '"none" is not a figure'],
    [['--title', ''], '1 to 200'],
    [['--title', 'x'.repeat(201)], '1 to 200'],
    [['--against', 'none'], 'RUN_NOT_FOUND'],
  ])('refuses %j', async (args, reason) => {
    const { code, err } = await filled().run('report', 'aaaa', ...args);
    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });
});

describe('doctor', () => {
  it('finds no damage, and makes a backup', async () => {
    const { home, run } = filled();
    const backup = join(home, 'backup.db');
    const { code, out, lines } = await run('doctor', '--backup', backup);
    expect(code).toBe(0);
    expect(lines[0]).toBe(`Copied ${join(home, 'wirebench.db')} to ${backup}`);
    expect(out).toMatch(
      /^of +sound +without checksum +lost\nruns +2 +0 +0\ntrials +8 +0 +0\nintervals +16 +0 +0\n\nNo damage found\.\n$/m,
    );
    expect((await wirebench(home, ['doctor', '--db', backup])).code).toBe(0);
  });

  it('saves what can be saved', async () => {
    const { home, run } = filled();
    const database = join(home, 'wirebench.db');
    const raw = new BetterSqlite(database);
    raw.exec("UPDATE trials SET result = replace(result, '4000', '4001')");
    raw.close();
    const saved = join(home, 'saved.db');
    const { code, out } = await run('doctor', '--save', saved);
    expect(code).toBe(1);
    expect(out).toMatch(/^trials +0 +0 +8$/m);
    expect(out.match(/^- /gm)).toHaveLength(24);
    expect(out).toContain(`Saved what can be saved as ${saved}.`);
    expect(existsSync(saved)).toBe(true);
  });
});
