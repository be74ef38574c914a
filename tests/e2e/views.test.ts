import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { protocols } from '../../contracts/words.ts';
import { downloaded, engineWindows, untilRunnable } from '../support/engine-windows.ts';
import { ownHttpService } from '../support/own-services.ts';
import { makeReport } from '../support/report-view.ts';
import { noMachinesJoin, scriptedMachines } from '../support/scripted/machines.ts';
import { goTo, pressOn, rows, runButton, seeEnd, title, writeSource } from '../support/views.ts';
import { chooseOption } from '../support/walk/wire.ts';

/** One test for each part of the window over an engine with stored runs; the others are in `full/`. */

const ownService = (address: string) => `# Ours.
wirebench: 1
name: Orders
service:
  rest: {address: "${address}"} # the old one
  requests:
    get-order: # the usual
      rest:
        path: /orders/7 # exists
    list-orders: {rest: {path: /orders}}
  mixes:
    browse: {get-order: 9, list-orders: 1}
factors: {protocol: [rest], shape: [get-order, browse], users: [2]}
load: {model: closed, requests: 200}
`;

const tlsExperiment = `wirebench: 1
name: What TLS costs
factors:
  protocol: [rest, soap, grpc]
  shape: [small, large]
  users: [10, 200]
  tls: [off, mtls]
load:
  model: closed
  duration: 5s
repetitions: 2
`;

const repeated = `wirebench: 1
name: Protocols, repeated
factors:
  protocol: [rest, soap, grpc]
  users: [10, 50]
load:
  model: closed
  duration: 5s
repetitions: 3
`;
const otherRun = repeated
  .replace('duration: 5s', 'duration: 9s')
  .replace('[10, 50]', '[10, 50, 90]')
  .concat('connections: per-request\n');

const sixTimes = `wirebench: 1
name: Six times each
factors:
  protocol: [rest, soap, grpc]
  shape: [small, typical]
  users: [10]
load:
  model: closed
  duration: 5s
repetitions: 6
order: interleaved
`;

const figures = `wirebench: 1
name: Figures
factors: {protocol: [rest, grpc], shape: [small], users: [2, 8]}
load: {model: closed, warmUp: 0s, requests: 100}
`;

const open = engineWindows();

it('offers a new user a runnable experiment, explains it, and runs it by keyboard', async () => {
  const { page } = await open();
  await untilRunnable(page);
  await expect.poll(() => title(page).innerText()).toBe('First look');
  await page.getByText('Starts and loads the REST, SOAP and gRPC services').waitFor();
  await expect
    .poll(() => page.getByRole('table', { name: 'Trials per cell' }).innerText())
    .toContain('gRPC');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/#\/run/);
});

it('the form of an own service edits requests next to the message that is sent, and keeps comments', async () => {
  const service = await ownHttpService(() => ({ status: 200, body: '{"id":8}' }));
  onTestFinished(() => service.close());
  const { page } = await open();
  await untilRunnable(page);
  await writeSource(page, ownService(service.address));
  const form = () => page.getByRole('form', { name: 'Experiment' });
  const text = (name: string) => form().getByRole('textbox', { name, exact: true });
  const group = (name: string) => form().getByRole('group', { name, exact: true });
  const button = (name: string) => form().getByRole('button', { name, exact: true });
  await page.getByText(`GET ${service.address}/orders/7`).waitFor();
  await text('Request over REST').fill('path: orders');
  await form()
    .getByText(/expected a path that begins with/)
    .waitFor();
  await text('Request over REST').fill('path: [');
  await form().getByText('expected YAML, such as path: /orders/7').waitFor();
  await text('Request over REST').fill('path: /orders/8\nquery: {page: 2}');
  await page.getByText(`GET ${service.address}/orders/8?page=2`).waitFor();
  await text('Checks of its answers').fill('- {path: $.id, equals: 8}');
  await pressOn(form().getByRole('checkbox', { name: 'Changes what the service holds' }), 'Space');
  await text('Name of the request').fill('one-order');
  await pressOn(text('Name of the request'));
  await group('Mix browse').getByText('one-order, 90.0 %').waitFor();
  await pressOn(button('Try'));
  await form()
    .getByRole('region', { name: 'What came back' })
    .getByText('Status 200')
    .first()
    .waitFor();
  const saved = await downloaded(page, () =>
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  );
  expect(parse(saved)).toMatchObject({
    service: {
      requests: {
        'one-order': {
          rest: { path: '/orders/8', query: { page: 2 } },
          checks: [{ path: '$.id', equals: 8 }],
          changes: true,
        },
      },
      mixes: { browse: { 'one-order': 9 } },
    },
    factors: { shape: ['one-order', 'browse'] },
  });
  const comments = ['# Ours.', '# the old one', '# the usual', '# exists'];
  expect(comments.filter((comment) => !saved.includes(comment))).toEqual([]);
});

it('a run fills the matrix with the figure that is chosen', async () => {
  const { page } = await open();
  await untilRunnable(page);
  await writeSource(page, figures);
  await title(page).filter({ hasText: 'Figures' }).waitFor();
  await untilRunnable(page);
  await runButton(page).click();
  await seeEnd(page, /^All \d+ trials are done\.$/);
  const first = rows(page, 'Trials').first();
  await first
    .getByRole('button', { name: /requests\/s figures of REST, small, 2 users/ })
    .waitFor();
  const shown = page.getByRole('radiogroup', { name: 'Figure shown of each trial' });
  await shown.getByText('p99').click();
  await first.getByRole('button', { name: /[\d.,]+ ms figures of REST/ }).waitFor();
  await shown.getByText('Errors').click();
  await first.getByRole('button', { name: /(^| )0 % failed figures of REST/ }).waitFor();
});

it('the sections of a result are those that have content, and are gone to by keyboard', async () => {
  const { page } = await open({ route: '#/result/given-0', experiments: [tlsExperiment], runs: 1 });
  await page.getByRole('region', { name: 'Experiment as run' }).waitFor();
  const sections = () => page.getByRole('navigation', { name: 'Sections of the result' });
  const go = (name: string) => sections().getByRole('link', { name, exact: true });
  await expect
    .poll(() => sections().getByRole('link').allInnerTexts())
    .toEqual([
      'Overview',
      'Throughput & latency',
      'Percentiles',
      'Heat map',
      'TLS',
      'Sizes',
      'Factors',
      'Comparisons',
      'Statistics',
      'Health',
      'Trials',
      'Machine & experiment',
    ]);
  await go('Health').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => go('Health').getAttribute('aria-current')).toBe('location');
  await page.keyboard.press('Tab');
  const health = page.getByRole('region', { name: 'Health', exact: true });
  await expect.poll(() => health.locator(':focus').count()).toBe(1);
  await expect.poll(() => rows(page, 'Health').count()).toBe(48);
  await expect
    .poll(() => rows(page, 'Health').first().innerText())
    .toMatch(/Trusted\s+The load generator kept up\./);
});

it('statistics begin with words, and show intervals, ratios three ways and the A/A check', async () => {
  const route = '#/result/given-0/statistics';
  const { page } = await open({ route, experiments: [sixTimes], runs: 1 });
  const figure = (name: string) => page.getByRole('figure', { name, exact: true });
  const pick = async (label: string, value: string) => {
    await words.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
  };
  const words = page.getByRole('region', { name: 'Statistics', exact: true });
  await words.getByText('The trial is the unit: 6 completed repetitions of 6 cells.').waitFor();
  await words.getByText(/^A\/A check, odd vs even repetitions of 6 cells/).waitFor();
  await figure('Throughput, ratio to REST').waitFor();
  const table = page.getByRole('table', { name: 'Throughput, compared within the run' });
  await expect
    .poll(() => table.getByRole('columnheader').allInnerTexts())
    .toEqual(expect.arrayContaining(['Times', '% of', '% change', 'Detectable rise']));
  await expect.poll(() => rows(page, 'Throughput, compared within the run').count()).toBe(4);
  await pick('Compared with', 'SOAP');
  await pick('Metric', 'p95');
  await figure('p95 latency, ratio to SOAP').waitFor();
  await figure('p95 latency, even vs odd repetitions').waitFor();
});

it('the history is used by keyboard alone', async () => {
  const { page } = await open({ route: '#/history', runs: 14 });
  await rows(page, 'Runs').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('tls');
  await page.getByText('3 of 14 runs').waitFor();
  await rows(page, 'Runs').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByText('2 chosen').waitFor();
  await page.getByRole('button', { name: 'Compare', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/compare\/seeded-7\/seeded-2$/);
  await page.goBack();
  await page.getByText('3 of 14 runs').waitFor();
  await rows(page, 'Runs').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/result\/seeded-12$/);
});

it('a comparison says what else differs first, then how much, in words, chart and table', async () => {
  const experiments = [repeated, otherRun];
  const { page } = await open({ route: '#/compare/given-0/given-1', experiments, runs: 2 });
  await rows(page, 'Throughput, compared').first().waitFor();
  const differences = page.getByRole('list', { name: 'What else differs in run 1' });
  await expect
    .poll(() => differences.getByRole('listitem').allInnerTexts())
    .toEqual([
      expect.stringContaining('Different CPU: Another CPU vs Example CPU 3000'),
      expect.stringContaining('Connections: per-request vs per-user'),
      expect.stringContaining('Different Node'),
      expect.stringContaining('Duration: 9 s vs 5 s'),
    ]);
  await page
    .getByRole('region', { name: 'In words' })
    .getByText('times the throughput')
    .first()
    .waitFor();
  await page
    .getByRole('img', { name: /^Throughput relative to the baseline\. REST · 10 users: about/ })
    .waitFor();
  await expect.poll(() => rows(page, 'Throughput, compared').count()).toBe(6);
  await page.getByText('3 cells not compared').waitFor();
  await page.getByText('p99', { exact: true }).click();
  await rows(page, 'p99 latency, compared').first().waitFor();
});

it('a report moves blocks by key and by button, removes them and takes that back', async () => {
  const { page } = await open({ route: '#/reports', runs: 1 });
  const block = (name: string) => page.getByRole('listitem', { name, exact: true });
  const list = page.getByRole('list', { name: 'Blocks of the report' });
  await makeReport(page);
  const before = await list.getByRole('listitem').allInnerTexts();
  await block('Figure 1').getByRole('textbox').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await list.getByRole('listitem').first().filter({ hasText: 'Figure 1' }).waitFor();
  await block('Figure 1').getByRole('button', { name: 'Move Figure 1 down' }).click();
  await list.getByRole('listitem').first().filter({ hasText: 'Text' }).waitFor();
  await expect.poll(() => list.getByRole('listitem').allInnerTexts()).toEqual(before);
  await block('Figure 2').getByRole('button', { name: 'Remove Figure 2' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(before.length - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => list.getByRole('listitem').allInnerTexts()).toEqual(before);
});

it('the Machines view lets machines join by keyboard, at an address that was typed', async () => {
  const machines = noMachinesJoin();
  const { page } = await open({
    route: '#/machines',
    calls: (api) => ({ machines: scriptedMachines(api, machines) }),
  });
  await pressOn(page.getByRole('button', { name: 'Add machines' }));
  const host = page.getByRole('textbox', { name: 'Address of this computer' });
  const address = host.or(page.getByRole('combobox', { name: 'Address of this computer' }));
  await address.waitFor();
  expect(await address.inputValue()).toBe('192.168.1.5');
  await address.fill('127.0.0.1');
  await page.getByText('Only this computer itself reaches this address').waitFor();
  await address.fill('lab.example');
  await page.getByRole('textbox', { name: 'Port' }).fill('0');
  await page.keyboard.press('Enter');
  await page.getByText('expected 1 to 65535').waitFor();
  expect(machines.state.listening).toBeNull();
  await page.getByRole('textbox', { name: 'Port' }).fill('4333');
  await page.getByRole('textbox', { name: 'WebSocket' }).fill('4333');
  await page.keyboard.press('Enter');
  await page.getByText('expected another port').waitFor();
  expect(machines.state.listening).toBeNull();
  await page.getByRole('textbox', { name: 'WebSocket' }).fill('4443');
  await page.keyboard.press('Enter');
  await page.getByText('npx wirebench agent --join lab.example:4333 --token').waitFor();
  await page.getByText('npx wirebench agent --join wss://lab.example:4443 --token').waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the line' }).first().click();
  await page.getByText('Text copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `npx ${machines.state.listening?.line}`,
  );
});

it('services are listed, and the scheme is chosen in the settings', async () => {
  const { page } = await open({ route: '#/services' });
  await expect.poll(() => rows(page, 'Bundled services').count()).toBe(protocols.length);
  await goTo(page, 'Settings').click();
  const appearance = page.getByRole('region', { name: 'Appearance' });
  await appearance.getByText('Dark', { exact: true }).click();
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
});

it('the Wire view records other workloads, over the protocols that offer the shape', async () => {
  const { page } = await open({ route: '#/wire' });
  await chooseOption(page, 'Workload', 'delivery');
  await chooseOption(page, 'Shape', 'unrelated');
  const check = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await expect.poll(() => check('REST').isDisabled()).toBe(true);
  expect(await check('GraphQL').isChecked()).toBe(true);
  await page.getByRole('button', { name: /^Take a/ }).click();
  const totals = rows(page, 'Bytes by section, direction and layer');
  await expect.poll(() => totals.filter({ hasText: 'GraphQL' }).count()).toBe(8);
  expect(await totals.count()).toBe(8);
});

it('the Sizes view explains bytes before anything is measured', async () => {
  const { page } = await open({ route: '#/sizes' });
  await page.getByRole('heading', { name: 'Nothing measured yet' }).waitFor();
  const parts = rows(page, 'Protobuf, part by part');
  await parts.first().focus();
  await page.getByText(/^id tag: field 1 \(id\), wire type 2/).waitFor();
  const own = page.getByRole('textbox', { name: /^Or paste your own/ });
  await own.fill('0a026162');
  await expect.poll(() => parts.count()).toBe(3);
  await own.fill('0a0261');
  await page.getByText('At byte 0: field 1 ends 1 byte after the end').waitFor();
});
