import { expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { find, openView, saidIn, settled } from '../../../tests/support/dom/view-window.tsx';
import { sampleRun } from '../../../tests/support/sample-run-file.ts';
import { fixtureId, withResults } from '../../../tests/support/seeded-engine.ts';

/** The titles and the first rows of a table, its numbers to six digits. */
const start = (text: string) =>
  text
    .split('\n', 4)
    .join('\n')
    .replaceAll(/\d+\.\d{5,}/g, (digits) => Number(digits).toPrecision(6));

it.each([
  ['TLS', '17'],
  ['a gateway', '29'],
  ['a ladder', '20'],
  ['errors', '12'],
  ['use cases', '26'],
])('saves each table of a result about %s', async (_what, number) => {
  const { saved } = await openView({
    route: `#/result/${await fixtureId(number)}`,
    fixtures: [number],
  });
  await settled();
  const buttons = [...document.querySelectorAll<HTMLElement>('[aria-label="Save CSV"]')];
  for (const button of buttons) button.click();
  await expect.poll(() => saved.length).toBe(buttons.length);
  const files = await Promise.all(saved.map(async ({ name, text }) => [name, start(await text())]));
  expect(Object.fromEntries(files)).toMatchSnapshot();
});

const text = `wirebench: 1
name: Judged
factors: {protocol: [rest, soap], shape: [small, typical], users: [10]}
load: {model: closed, duration: 5s}
`;

/** A run of which one threshold is met, one missed and one without a verdict, and what is asked for. */
async function openJudged() {
  const asked: unknown[] = [];
  const run = withResults(sampleRun('judged', text), ({ cell }) => ({
    thresholds: [
      { rule: 'p99 < 9s', passed: true, actual: 4 },
      { rule: 'p95 < 1ms', passed: cell.protocol === 'rest', actual: 2.5 },
      { rule: 'p999 < 1s', passed: false, actual: 1, few: { answers: 90, needed: 1000 } },
    ],
  }));
  const view = await openView({
    route: '#/result/judged',
    stored: [run],
    calls: ({ runs }) => ({
      runs: {
        export: runs.export.handler(({ input }) => {
          asked.push(input);
          return { name: `run.${input.format}`, mediaType: 'text/plain', text: input.format };
        }),
        start: runs.start.handler(({ input }) => {
          asked.push(input.text);
          throw new WirebenchError('RUN_BUSY', 'Another run is in progress');
        }),
      },
    }),
  });
  await settled();
  return { asked, ...view };
}

it('is exported in every format, compared, and made a report', async () => {
  const { press, saved, engine } = await openJudged();
  const formats = ['HTML', 'JSON', 'CSV', 'hgrm', 'Samples'];
  const header = document.querySelector<HTMLElement>('main header') ?? document.body;
  for (const [index, format] of formats.entries()) {
    await press('Export', 'button', header);
    const item = () =>
      document.querySelector<HTMLElement>(`[role="menuitem"][aria-label="${format}"]`);
    await expect.poll(item).not.toBeNull();
    item()?.click();
    await expect.poll(() => saved.length).toBe(index + 1);
  }
  expect(saved.map(({ name }) => name)).toEqual(
    ['html', 'json', 'csv', 'hgrm', 'samples'].map((format) => `run.${format}`),
  );
  expect(await saved[4]?.text()).toBe('samples');
  await press('Compare');
  expect(window.location.hash).toMatch(/^#\/compare\/judged/);
  window.location.hash = '#/result/judged';
  await find('button', 'Export');
  await press('Report');
  await expect.poll(() => engine.reports.list()).toMatchObject([{ runs: ['Judged'] }]);
});

it('says what to do next, and follows where it is read', async () => {
  const { press, asked } = await openJudged();
  const nav = await find('navigation', 'Sections of the result');
  const current = () => nav.querySelector('[aria-current]')?.textContent;
  expect(current()).toBe('Overview');
  const page = await find('region', 'Result');
  const sections = [...page.querySelectorAll<HTMLElement>('[data-section]')];
  Object.defineProperty(page, 'scrollHeight', { configurable: true, value: 5000 });
  for (const [index, section] of sections.entries())
    section.getBoundingClientRect = () => new DOMRect(0, index * 100 - 240, 10, 10);
  page.dispatchEvent(new Event('scroll'));
  // The fourth starts exactly on the line, the fifth below it.
  await expect.poll(current).toBe(nav.children[3]?.textContent);
  Object.defineProperty(page, 'scrollTop', { configurable: true, value: 4598 });
  page.dispatchEvent(new Event('scroll'));
  await expect.poll(current).toBe([...nav.children].at(-1)?.textContent);
  await press('Health', 'link', nav);
  expect(window.location.hash).toBe('#/result/judged/health');
  expect(document.activeElement?.getAttribute('data-section')).toBe('health');
  expect(await saidIn('overview')).toMatchSnapshot();
  await press('With TLS');
  await press('Run again');
  await expect.poll(() => asked.length).toBe(2);
  expect(asked.map((one) => /tls: .*/.exec(String(one))?.[0])).toEqual([
    'tls: [off, on]}',
    undefined,
  ]);
  window.location.hash = '#/result/judged';
  await press('My own service');
  await expect.poll(() => window.location.hash).toMatch(/^#\/own-service/);
});
