import { afterAll, beforeAll, expect, it } from 'vitest';
import { campaignDocumentSchema, publishedComparisonSchema } from '../../contracts/published.ts';
import { wirebench } from '../support/command-line.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';

let home = '';
beforeAll(() => {
  home = makeFolder();
});
afterAll(() => removeFolder(home));

const campaign = (...args: string[]) =>
  wirebench(home, ['campaign', '--quick', '--quiet', ...args]);

it('runs an experiment of a study and lays it beside the published numbers', async () => {
  const ended = await campaign('--only', 'edinburgh-2022/wire', '--json');
  expect(ended.code, ended.stderr).toBe(0);
  const document = campaignDocumentSchema.parse(JSON.parse(ended.stdout));
  expect(document.runs).toMatchObject([
    {
      experiment: 'edinburgh-2022/wire-quick',
      status: 'completed',
      requests: { ok: 3, failed: 0 },
      published: { study: { name: 'edinburgh-2022' }, counts: document.counts },
    },
  ]);

  const [run] = document.runs;
  const shown = await wirebench(home, ['published', run?.runId ?? '', '--json']);
  expect(shown.code, shown.stderr).toBe(0);
  const published = publishedComparisonSchema.parse(JSON.parse(shown.stdout));
  expect(published).toEqual(run?.published);
  expect(published.tables.map(({ table }) => table.id)).toEqual(['wire']);
});

it('names the experiments that there are where one is asked for that there is not', async () => {
  const ended = await campaign('--study', 'edinburgh-2022', '--only', 'edinburgh-2022/pie');
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('There is no experiment edinburgh-2022/pie-quick');
  expect(ended.stderr).toContain('edinburgh-2022/wire-quick');
});
