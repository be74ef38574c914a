import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
} from '../../support/browser-window.ts';
import { chooseOption, pressOn, runButton, source, useScheme } from '../../support/views.ts';

const file = `# Ours.
wirebench: 1
name: Orders
service:
  rest: {address: "http://127.0.0.1:8080"} # the old one
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

let browser: Browser;
let open: ScriptedWindow;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  open = await openWindow(browser, { pace: 2 });
  page = open.page;
  await runButton(page).and(page.locator(':enabled')).waitFor();
  await source(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(file);
  await form().getByRole('textbox', { name: 'Request over REST' }).waitFor();
});
afterEach(async () => {
  expect(open.problems).toEqual([]);
  await open.close();
});

const form = () => page.getByRole('form', { name: 'Experiment' });
const text = (name: string) => form().getByRole('textbox', { name, exact: true });
const button = (name: string) => form().getByRole('button', { name, exact: true });
const select = (name: string) => form().getByRole('combobox', { name, exact: true });
const group = (name: string) => form().getByRole('group', { name, exact: true });

/** Takes an option of a list by keyboard. */
async function choose(name: string, option: string): Promise<void> {
  await pressOn(select(name), 'Enter');
  await chooseOption(page, option);
}

async function savedText(): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

const comments = ['# Ours.', '# the old one', '# the usual', '# exists'];

describe('the form of a service of the user’s own', () => {
  it('edits requests beside the message that is sent, and keeps comments', async () => {
    await page.getByText('GET http://127.0.0.1:8080/orders/7').waitFor();
    await text('Request over REST').fill('path: orders');
    await form()
      .getByText(/expected a path that begins with/)
      .waitFor();
    await text('Request over REST').fill('path: [');
    await form().getByText('expected YAML, such as path: /orders/7').waitFor();
    await text('Request over REST').fill('path: /orders/8\nquery: {page: 2}');
    await page.getByText('GET http://127.0.0.1:8080/orders/8?page=2').waitFor();
    await text('Checks of its answers').fill('- {path: $.id, equals: 8}');
    await pressOn(
      form().getByRole('checkbox', { name: 'Changes what the service holds' }),
      'Space',
    );
    await text('Name of the request').fill('one-order');
    await pressOn(text('Name of the request'));
    await group('Mix browse').getByText('one-order, 90.0 %').waitFor();
    await pressOn(button('Try'));
    await form()
      .getByRole('region', { name: 'What came back' })
      .getByText('Status 200')
      .first()
      .waitFor();
    const saved = await savedText();
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
    expect(comments.filter((comment) => !saved.includes(comment))).toEqual([]);
  });

  it('adds requests, mixes, flows and data by keyboard', async () => {
    await pressOn(button('Add a request'));
    await text('Request over REST').fill('method: POST\npath: /login');
    await pressOn(button('Add a flow'));
    const flow = group('Flow flow');
    await pressOn(flow.getByRole('button', { name: 'Add a set-up step' }));
    await choose('Set-up step 1 of flow', 'request');
    await pressOn(flow.getByRole('button', { name: 'Take values' }).first());
    await text('Set-up step 1 of flow: values taken').fill('token: {path: $.token}');
    await pressOn(flow.getByRole('button', { name: 'Add a step', exact: true }));
    await choose('Step 2 of flow', 'list-orders');
    await pressOn(button('Step 2 of flow: up'));
    await text('Name of flow flow').fill('browse');
    await pressOn(text('Name of flow flow'));
    await flow.getByText('this name is taken').waitFor();
    await text('Name of flow flow').fill('checkout');
    await pressOn(text('Name of flow flow'));
    await group('Flow checkout').waitFor();
    await pressOn(button('Add a mix'));
    await text('mix: weight of list-orders').fill('3');
    await pressOn(button('Add a data file'));
    await text('File of rows').fill('orders.jsonl');
    await choose('Rows of rows', 'Any row');
    expect(parse(await savedText()).service).toMatchObject({
      requests: { request: { rest: { method: 'POST', path: '/login' } } },
      flows: {
        checkout: {
          setup: [{ request: 'request', take: { token: { path: '$.token' } } }],
          steps: [{ request: 'list-orders' }, { request: 'get-order' }],
        },
      },
      mixes: { mix: { 'get-order': 1, 'list-orders': 3 } },
      data: { rows: { file: 'orders.jsonl', pick: 'random' } },
    });
  });

  it('starts servers, compares them, and warns of a secret in the file', async () => {
    await choose('Authentication of the REST service', 'Bearer token');
    await text('REST: Token').fill('hunter2');
    await form().getByRole('status').filter({ hasText: 'for everyone to read' }).waitFor();
    await pressOn(button('Start or watch a server'));
    await text('Command of the server').fill('node orders.js {{port}}');
    await text('Environment of the server').fill('MODE: old');
    await choose('What tells that the server is ready', 'It writes a line');
    await pressOn(button('Compare with another server'));
    await text('Name of server two').fill('new');
    await pressOn(text('Name of server two'));
    await group('Server new').getByText('Watch it').click();
    await text('Port of server new').fill('9090');
    for (const scheme of ['light', 'dark'] as const) {
      await useScheme(page, scheme);
      expect(await seriousViolations(page)).toEqual([]);
    }
    await pressOn(button('Everything else is in the source (line 7)'));
    await source(page).and(page.locator(':focus')).waitFor();
    expect(parse(await savedText())).toMatchObject({
      service: { rest: { auth: { bearer: 'hunter2' } } },
      target: {
        servers: {
          one: {
            start: {
              command: 'node orders.js {{port}}',
              env: { MODE: 'old' },
              ready: { log: 'listening' },
            },
          },
          new: { watch: { port: 9090 } },
        },
      },
      factors: { server: ['one', 'new'] },
    });
  });
});
