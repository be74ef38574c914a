import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clippedTexts } from '../../support/clipped.ts';
import {
  type EngineWindow,
  fixtureId,
  launchChromium,
  openWindow,
} from '../../support/engine-window.ts';
import { rows, runButton, title, untilDrawn } from '../../support/views.ts';

/** A result with TLS pairs, client tax and statistics. */
const pairs = `wirebench: 1
name: TLS on and off, raw and library
factors:
  protocol: [rest, soap, grpc]
  shape: [small]
  users: [200]
  tls: ["off", tls1.3]
  client: [raw, library]
load:
  model: closed
  duration: 5s
repetitions: 2
order: interleaved
`;

/** A small laptop, a larger one, and that one at 150 %. */
const sizes = [
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 853, height: 533 },
];

const result = (page: Page) => page.getByRole('region', { name: 'Experiment as run' });

type Drawn = (page: Page) => Locator | Promise<Locator>;

/** Does something in a view that has come up, to see what it leads to. */
const after =
  (press: (page: Page) => Locator, drawn: Drawn): Drawn =>
  async (page) => {
    await press(page).click();
    return drawn(page);
  };

/** Every view by its address, and what is there once it is drawn. */
const views: Readonly<Record<string, Drawn>> = {
  start: (page) => page.getByRole('region', { name: 'Built in', exact: true }),
  experiments: (page) => page.getByRole('region', { name: 'Yours' }),
  studies: (page) => page.getByRole('table', { name: 'Highest throughput' }),
  experiment: (page) => runButton(page).and(page.locator(':enabled')),
  history: (page) => rows(page, 'Runs').first(),
  compare: (page) => rows(page, 'Runs to compare').first(),
  'compare/given-0/given-1': (page) => title(page),
  'compare/given-0': (page) => rows(page, 'Throughput, compared').first(),
  wire: after(
    (page) => page.getByRole('button', { name: /^Take a/ }),
    (page) => page.getByRole('region', { name: 'Totals' }),
  ),
  sizes: after(
    (page) => page.getByRole('button', { name: /^Measure/ }),
    (page) => page.getByRole('figure', { name: /^small, / }).first(),
  ),
  services: (page) => page.getByRole('table', { name: 'Bundled services' }),
  machines: (page) => page.getByRole('button', { name: 'Add machines' }),
  reports: (page) => page.getByRole('heading', { name: 'No reports yet' }),
  help: (page) => page.getByRole('heading', { name: 'Glossary' }),
  settings: (page) => page.getByRole('region', { name: 'Versions', exact: true }),
  'result/given-0': result,
  'result/ladder': result,
  'experiment/': after(runButton, (page) => page.getByRole('figure', { name: 'CPU' })),
  'experiment/machine': after(
    (page) => page.getByRole('button', { name: 'This machine…' }),
    (page) => page.getByRole('dialog', { name: 'This machine' }),
  ),
};

/** The number of a real run. */
const ladder = '05';

let browser: Browser;
let window: EngineWindow;

beforeAll(async () => {
  browser = await launchChromium();
  window = await openWindow(browser, {
    route: '#/start',
    experiments: [pairs, pairs],
    fixtures: [ladder],
    runs: 2,
  });
});
afterAll(async () => {
  await window?.close();
  await browser?.close();
});

it('cut no heading, title, figure or button of any view, small or zoomed', async () => {
  const { page, problems } = window;
  const cut: string[] = [];
  for (const [address, drawn] of Object.entries(views)) {
    const hash = address.replace('ladder', await fixtureId(ladder));
    await page.evaluate(`location.hash = '#/${hash}'`);
    await (await drawn(page)).waitFor();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await untilDrawn(page);
      const found = await clippedTexts(page);
      cut.push(...found.map((words) => `${address} at ${size.width}: ${words}`));
    }
    // The next view begins in the size in which this one ended.
    sizes.reverse();
  }
  expect(cut).toEqual([]);
  expect(problems).toEqual([]);
});
