import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { campaignDocumentSchema, publishedComparisonSchema } from '../../../contracts/published.ts';
import { startWirebench, wirebench } from '../../support/command-line.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { waitMs } from '../../support/timeouts.ts';

let home = '';
beforeAll(() => {
  home = makeFolder();
});
afterAll(() => removeFolder(home));

const campaign = (...args: string[]) =>
  wirebench(home, ['campaign', '--quick', '--quiet', ...args]);

it(
  'leaves out what no stack is built for, unless it is asked for, and goes on with the rest',
  async () => {
    process.env.WIREBENCH_STACKS = home;
    const all = startWirebench(home, ['campaign', '--quick', '--study', 'kth-2023']);
    const started = await all.until('stderr', /Left out, .*: (\S+)\.\n1 of (\d+): (\S+)\n/);
    expect(started.slice(1)).toEqual([
      'kth-2023/throughput-stacks-quick',
      '1',
      'kth-2023/throughput-quick',
    ]);
    all.child.kill('SIGINT');
    expect((await all.ended).code).toBe(130);

    const asked = await campaign('--only', 'edinburgh-2022/wire-stacks', '--json');
    delete process.env.WIREBENCH_STACKS;
    expect(asked.code, asked.stderr).toBe(0);
    const [run] = campaignDocumentSchema.parse(JSON.parse(asked.stdout)).runs;
    expect(run).toMatchObject({ status: 'completed', requests: { ok: 0, failed: 0 } });
  },
  waitMs,
);

it(
  'goes on where it was interrupted, and writes pages of all that it has kept',
  async () => {
    const out = join(home, 'campaign');
    const pages = join(home, 'pages');
    const two = ['--only', 'edinburgh-2022/wire', '--only', 'edinburgh-2022/memory'];
    const args = [...two, '--out', out, '--pages', pages];
    const first = startWirebench(home, ['campaign', '--quick', ...args]);
    await first.until('stderr', /2 of 2: \S+-quick\n[\s\S]*trial 1\/3 .*: running/);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(130);
    const ofFolder = () =>
      campaignDocumentSchema.parse(JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')));
    const [interrupted, done] = ofFolder().runs;
    expect([done?.status, interrupted?.status]).toEqual(['completed', 'stopped']);

    const second = await campaign(...args, '--json');
    expect(second.code, second.stderr).toBe(0);
    expect(second.stderr).toContain('Left out, because they are done: edinburgh-2022/wire-quick.');
    expect(second.stderr).toContain(
      'edinburgh-2022/memory-quick is measured again: it was not run to its end.',
    );
    expect(ofFolder()).toEqual(JSON.parse(second.stdout));
    const [, wire] = ofFolder().runs;
    const shown = await wirebench(home, ['published', wire?.runId ?? '', '--json']);
    const published = publishedComparisonSchema.parse(JSON.parse(shown.stdout));
    expect(published).toEqual(wire?.published);
    expect(published.tables.map(({ table }) => table.id)).toEqual(['wire']);
    expect(ofFolder().runs).toMatchObject([
      { experiment: 'edinburgh-2022/memory-quick', status: 'completed', requests: { failed: 0 } },
      { runId: done?.runId, status: 'completed' },
    ]);

    const study = readFileSync(join(pages, 'edinburgh-2022.md'), 'utf8');
    expect(study).not.toContain(home);
    for (const [, link = ''] of study.matchAll(/\]\((edinburgh-2022\/[^)]+)\)/g)) {
      expect(readFileSync(join(pages, link)).length).toBeGreaterThan(0);
    }
    expect(study).toMatch(/\[run file\]\(.*wire-quick\.wbrun\)/);
    expect(readdirSync(pages).sort()).toEqual(['README.md', 'edinburgh-2022', 'edinburgh-2022.md']);
    expect(readdirSync(out).filter((name) => name.endsWith('.part'))).toEqual([]);
  },
  5 * waitMs,
);
