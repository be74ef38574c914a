import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { engineWindows } from '../../support/engine-windows.ts';
import { goTo } from '../../support/views.ts';

describe('studies', () => {
  const open = engineWindows();
  let page: Page;

  async function show(route: string, fixtures: readonly string[] = []): Promise<void> {
    ({ page } = await open({ route, fixtures }));
  }

  const study = (name: string) => page.getByRole('region', { name, exact: true });

  it('are told one by one, with their experiments and their tables, without a run', async () => {
    await show('#/start');
    const experiments = page.getByRole('region', { name: 'Experiments', exact: true });
    const search = experiments.getByRole('searchbox');
    await search.focus();
    await page.keyboard.type('kth 2024 tls grpc');
    await experiments
      .getByRole('status')
      .getByText(/^[1-9] of [0-9]{2}$/)
      .waitFor();
    expect(await experiments.getByRole('listitem').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('KTH 2024, the price of TLS')]),
    );
    await page.keyboard.type(' and no such word');
    await experiments.getByText(/^None of the [0-9]{2} experiments/).waitFor();
    await experiments.getByRole('button', { name: 'Show all' }).press('Enter');
    await experiments.getByRole('region', { name: 'Built in', exact: true }).waitFor();
    await goTo(page, 'Studies').press('Enter');
    await study('KTH 2023').getByRole('heading', { level: 2 }).first().waitFor();
    const table = page.getByRole('table', { name: 'Highest throughput' });
    await expect.poll(() => table.innerText()).toContain('62118.56');
    await page.getByRole('navigation', { name: 'Studies' }).getByText('VU 2020').click();
    const medians = page.getByRole('table', { name: 'Median response time of the test cases' });
    await expect.poll(() => medians.innerText()).toContain('182.59');
    await page
      .getByRole('list', { name: 'Marks' })
      .getByText('Not measured: it is the figure of case 2.A, shown again.')
      .waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  it('lead to an experiment, run its quick twin, and show its last run', async () => {
    await show('#/studies/kth-2023', ['47']);
    const list = page.getByRole('list', { name: 'Experiments of KTH 2023' });
    await list
      .getByRole('link', { name: /^Quick twin, / })
      .first()
      .waitFor();
    await list.getByRole('button', { name: /^Run KTH 2023, .*sizes \(quick\)$/ }).press('Enter');
    await page.getByRole('heading', { level: 1, name: /KTH 2023/ }).waitFor();
    expect(page.url()).toMatch(/#\/run\//);
  });
});
