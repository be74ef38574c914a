/** One file, because each part leads a service of the user’s own through the same views. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { downloaded, engineWindows, untilRunnable } from '../../support/engine-windows.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { freePort } from '../../support/free-port.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../../support/own-services.ts';
import { openChromium, type WorkbenchWindow } from '../../support/shells.ts';
import {
  chooseOption,
  field,
  goTo,
  openFile,
  pressOn,
  rows,
  runButton,
  seeEnd,
  source,
  title,
  writeSource,
} from '../../support/views.ts';
import { chooseOption as chooseOf } from '../../support/walk/wire.ts';

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

const proto = `syntax = "proto3";
package shop.v1;
service Orders {
  rpc GetOrder (GetOrderRequest) returns (Order);
  rpc DeleteOrder (GetOrderRequest) returns (Order);
}
message GetOrderRequest { int64 id = 1; }
message Order { int64 id = 1; string customer = 2; }
`;
const handlers = {
  GetOrder: ({ id }: Readonly<Record<string, unknown>>) => ({ id, customer: 'Ada' }),
  DeleteOrder: () => ({}),
};
const answer = { 200: { description: 'done' } };
const openapi = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: '/' }],
  paths: {
    '/orders/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
      ],
      get: { operationId: 'getOrder', summary: 'One order.', responses: answer },
      delete: { operationId: 'deleteOrder', responses: answer },
    },
  },
});

const typed = (page: Page) => page.getByRole('textbox', { name: /^Address(, or its text)?$/ });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pick = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Pick ${name}`, exact: true });
const cameBack = (page: Page) => page.getByRole('region', { name: 'What came back' });

describe('an experiment for one’s own service', () => {
  let home: string;
  let rest: OwnService;
  let grpc: OwnService;
  let window: WorkbenchWindow;
  let page: Page;

  beforeAll(async () => {
    home = makeFolder();
    rest = await ownHttpService(({ path }) => ({
      status: 200,
      body: path === '/openapi.json' ? openapi : '{"id":7,"customer":"Ada"}',
    }));
    grpc = await ownGrpcService(proto, 'shop.v1.Orders', handlers, ['v1']);
    window = await openChromium(home);
    page = window.page;
  });
  afterAll(async () => {
    await window?.close();
    await Promise.all([rest?.close(), grpc?.close()]);
    removeFolder(home);
  });

  it('is made of an address alone, and picks of what describes it what only reads', async () => {
    await pressOn(button(page, 'Your own service'));
    await typed(page).fill(`127.0.0.1:${await freePort()}`);
    await pressOn(typed(page));
    await page.getByRole('alert').filter({ hasText: 'Start the service' }).waitFor();
    await typed(page).fill(rest.address.replace('http://', ''));
    await pressOn(typed(page));
    await page.getByText(/^Found at http:.*: OpenAPI, 2 operations\.$/).waitFor();
    await pick(page, 'GET /orders/{id}').waitFor();
    expect(await pick(page, 'GET /orders/{id}').isChecked()).toBe(true);
    expect(await pick(page, 'DELETE /orders/{id}').isChecked()).toBe(false);
    await page.getByText(`GET ${rest.address}/orders/7`).waitFor();
  });

  it('tries a request as it is written, and says what is wrong with it', async () => {
    const sample = page.getByRole('textbox', { name: 'Sample request' });
    await sample.fill('path: orders');
    await page
      .getByText(/expected a path that begins with/)
      .first()
      .waitFor();
    await sample.fill('path: /orders/8');
    await page.getByText(`GET ${rest.address}/orders/8`).waitFor();
    await pressOn(button(page, 'Try'));
    await cameBack(page).getByText('Status 200').waitFor();
    await cameBack(page).getByText('"customer": "Ada"').waitFor();
    expect(rest.seen.filter(({ call }) => call === 'GET /orders/8')).toHaveLength(1);
  });

  it('adds a gRPC service that tells its own types, and pairs its operations with those of REST', async () => {
    await typed(page).fill(grpc.address);
    await pressOn(typed(page));
    await page.getByText('Measures 1 request over REST and gRPC').waitFor();
    const [get, remove] = ['GET', 'DELETE'].map((method) => `${method} /orders/{id}`);
    expect(await pick(page, `${get} and shop.v1.Orders/GetOrder`).isChecked()).toBe(true);
    expect(await pick(page, `${remove} and shop.v1.Orders/DeleteOrder`).isChecked()).toBe(false);
    await pressOn(button(page, `Take apart: ${get} and shop.v1.Orders/GetOrder`));
    await page
      .getByText(/have no counterpart and are measured over one protocol alone\.$/)
      .waitFor();
    await pressOn(button(page, `Pair ${get}`));
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await pressOn(button(page, 'With this: shop.v1.Orders/GetOrder'));
    await page.getByText('paired by you').waitFor();
    await page.getByText('Measures 1 request over REST and gRPC').waitFor();
    await pressOn(page.getByRole('button', { name: 'shop.v1.Orders/GetOrder', exact: true }));
    await pressOn(button(page, 'Try'));
    await cameBack(page).getByText('OK', { exact: true }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  it('is asked for on the first view by the addresses of two services, which it compares', async () => {
    await goTo(page, 'Start').click();
    await page.getByText('My own service', { exact: true }).click();
    const form = page.getByRole('form', { name: 'My own service' });
    await form.getByLabel('Address').fill('no address');
    await form.getByText('expected host:port, or a URL').waitFor();
    await form.getByLabel('Address').fill(rest.address.replace('http://', ''));
    await form.getByLabel('Compared with (optional)').fill(grpc.address);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await pressOn(form.getByLabel('Compared with (optional)'));
    await page.getByText('Measures 1 request over REST and gRPC').waitFor();
    await page.getByText(/^Found at http:.*: gRPC reflection, 2 operations\.$/).waitFor();
  });

  it('is tried in the editor, runs, and compares REST with gRPC in result and report', async () => {
    await pressOn(button(page, 'Open in the editor'));
    await page.getByRole('combobox', { name: 'Over' }).waitFor();
    await pressOn(button(page, 'Try'));
    await cameBack(page).getByText('Status 200').waitFor();
    await source(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.insertText('load: {model: closed, requests: 100}\nrepetitions: 1\n');
    await page.getByText(/^Loads the REST and gRPC services .*: 2 trials\.$/).waitFor();
    await pressOn(runButton(page));
    await seeEnd(page, /^Both trials are done\.$/);
    await pressOn(button(page, 'Open result'));
    await rows(page, 'Percentiles in milliseconds').first().waitFor();
    await page
      .getByText(/^At 10 users, .*gRPC/)
      .first()
      .waitFor();
    await pressOn(button(page, 'Report'));
    await page.frameLocator('iframe').getByText(/gRPC/).first().waitFor();
    expect(window.problems).toEqual([]);
  });
});

describe('a service of the user’s own, in the window', () => {
  let home: string;
  let rest: OwnService;
  let grpc: OwnService;
  let window: WorkbenchWindow;

  beforeAll(async () => {
    home = makeFolder();
    rest = await ownHttpService(() => ({ status: 200, body: '{"id":7,"customer":"Ada"}' }));
    grpc = await ownGrpcService(proto, 'shop.v1.Orders', handlers);
    // Files that an experiment of the window names lie with the experiments of the library.
    mkdirSync(join(home, 'experiments'), { recursive: true });
    writeFileSync(join(home, 'experiments', 'orders.proto'), proto);
    writeFileSync(
      join(home, 'orders.bench.yaml'),
      `wirebench: 1
name: Orders
service:
  rest: {address: "${rest.address}"}
  grpc: {address: "${grpc.address}", description: orders.proto}
  requests:
    get-order:
      doc: One order
      rest: {path: "/orders/{{int 1 9}}"}
      grpc: {method: shop.v1.Orders/GetOrder, message: {id: 7}}
      checks: [{path: $.customer, equals: Ada}]
    list-orders: {rest: {path: /orders}}
factors: {protocol: [rest, grpc], shape: [get-order], users: [2]}
load: {model: closed, requests: 200, warmUp: 0s}
repetitions: 2
`,
    );
    const port = await freePort();
    for (const [name, address] of [
      ['Elsewhere', 'http://192.0.2.7'],
      ['Nobody there', `http://127.0.0.1:${port}`],
    ]) {
      writeFileSync(
        join(home, 'experiments', `${name}.bench.yaml`),
        `wirebench: 1
name: ${name}
service: {rest: {address: "${address}"}, requests: {get: {rest: {path: /}}}}
factors: {protocol: [rest], users: [1]}
load: {model: closed, requests: 10}
`,
      );
    }
    window = await openChromium(home);
  });
  afterAll(async () => {
    await window?.close();
    await Promise.all([rest?.close(), grpc?.close()]);
    removeFolder(home);
  });

  it('has its requests for shapes, and no settings of bundled services', async () => {
    const { page } = window;
    await openFile(window, join(home, 'orders.bench.yaml'));
    await runButton(page).and(page.locator(':enabled')).waitFor();
    const shapes = page.getByRole('group', { name: 'Shape', exact: true });
    await shapes.getByText('Get order').waitFor();
    await shapes.getByText('List orders').waitFor();
    expect(await field(page, 'Workload').count()).toBe(0);
    expect(await page.getByText('Starts and loads').count()).toBe(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  it('is run, and its result opens with what was found', async () => {
    const { page } = window;
    await runButton(page).click();
    await expect.poll(() => rows(page, 'All trials').count()).toBe(4);
    await rows(page, 'Percentiles in milliseconds').first().waitFor();
    await page
      .getByText(/^At 2 users, .*gRPC/)
      .first()
      .waitFor();
    await page.getByText('Shape: get-order', { exact: true }).waitFor();
    // The load, and a look at each target before each of its trials.
    expect(rest.seen).toHaveLength(402);
    expect(grpc.seen).toHaveLength(402);
    expect(window.problems).toEqual([]);
  });

  it('shows what its messages weigh, and what every byte of them is for', async () => {
    const { page } = window;
    await goTo(page, 'Sizes').click();
    await chooseOf(page, 'Workload', 'Orders (in the editor)');
    await page.getByRole('button', { name: 'Measure', exact: true }).click();
    await page
      .getByText(/^A get-order call takes [\d,]+ bytes for \d+ of payload over gRPC/)
      .waitFor();
    await page.getByText(/^Orders · no TLS · measured/).waitFor();
    // On a new connection three lines of each request and protocol, on a reused one two.
    await expect.poll(() => rows(page, 'Bytes by shape, protocol and layer').count()).toBe(15);
    expect(await violationsInBothSchemes(page, 'main')).toEqual([]);
    await page.getByRole('button', { name: 'Show the bytes in Wire' }).click();
    await page.getByRole('button', { name: 'Take a capture' }).click();
    await page.getByText(/^Request get-order: one call over gRPC on a reused connection/).waitFor();
    await page.getByRole('radio', { name: 'REST', exact: true }).press('ArrowRight');
    await page
      .getByRole('button', { name: /DATA.*service to client/ })
      .first()
      .click();
    const named = rows(page, 'Parts of the message').filter({ hasText: 'value of customer' });
    await expect.poll(() => named.first().innerText()).toContain('Ada');
    expect(await violationsInBothSchemes(page, 'main')).toEqual([]);
    // The bundled services are still there.
    await chooseOf(page, 'Workload', 'store');
    await page.getByRole('combobox', { name: 'Shape' }).waitFor();
    expect(window.problems).toEqual([]);
  });

  it('asks before Wire and Sizes call another computer, and says why a call failed', async () => {
    const { page } = window;
    for (const view of ['Wire', 'Sizes'] as const) {
      const start = page.getByRole('button', { name: /^(Take a|Measure( again)?$)/ });
      await goTo(page, view).click();
      await chooseOf(page, 'Workload', 'Elsewhere');
      await start.click();
      const dialog = page.getByRole('dialog', { name: 'Load 192.0.2.7?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await start.and(page.locator(':enabled')).waitFor();
      await chooseOf(page, 'Workload', 'Nobody there');
      await start.click();
      await page
        .getByText(/^Nothing can be reached at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/)
        .waitFor();
    }
    expect(window.problems).toEqual([]);
  });

  it('leads back to its requests when one of them does not fit', async () => {
    const { page } = window;
    await goTo(page, 'Editor').click();
    await page.getByRole('textbox', { name: 'Experiment file, YAML' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('workload: store\n');
    await page.getByText('expected either workload or service').first().waitFor();
  });
});

/** Writes down each of its starts, so that a test sees whether it was started at all. */
const server = `
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
appendFileSync(new URL('starts.txt', import.meta.url), process.env.MODE + '\\n');
createServer((request, response) => response.end('{"ok":true}')).listen(Number(process.argv[2]), '127.0.0.1');
`;

const question = (page: Page) => page.getByRole('dialog', { name: 'Start this program?' });
describe('an experiment that starts a program', () => {
  let home: string;
  let window: WorkbenchWindow;
  let page: Page;
  const starts = () => {
    const file = join(home, 'starts.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };

  beforeAll(async () => {
    home = makeFolder();
    writeFileSync(join(home, 'server.mjs'), server);
    writeFileSync(
      join(home, 'orders.bench.yaml'),
      `wirebench: 1
name: Started
target:
  start:
    command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(join(home, 'server.mjs'))}, "{{port}}"]
    env: {MODE: quick}
service:
  rest: {address: "http://127.0.0.1:{{port}}"}
  requests: {get: {rest: {path: /}}}
factors: {protocol: [rest], users: [1]}
load: {model: closed, requests: 20, warmUp: 0s}
`,
    );
    window = await openChromium(home);
    page = window.page;
  });
  afterAll(async () => {
    await window?.close();
    removeFolder(home);
  });

  it('starts nothing when it is opened, nor after a no', async () => {
    await openFile(window, join(home, 'orders.bench.yaml'));
    await page.getByText('Starts your server and loads its REST service').waitFor();
    await button(page, 'Try').and(page.locator(':enabled')).waitFor();
    await button(page, 'Try').press('Enter');
    await question(page).getByText('server.mjs {{port}}').waitFor();
    await question(page).getByText('MODE=quick').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    await runButton(page).press('Enter');
    await question(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    await question(page).waitFor({ state: 'detached' });
    expect(await title(page).innerText()).toContain('orders.bench.yaml');
    expect(starts()).toEqual([]);
  });

  it('starts it after a yes, and remembers that', async () => {
    await runButton(page).press('Enter');
    await question(page).getByRole('button', { name: 'Start it on this computer' }).press('Enter');
    await seeEnd(page, 'The trial is done.');
    expect(starts()).toEqual(['quick']);
    await goTo(page, 'Editor').click();
    await button(page, 'Try').and(page.locator(':enabled')).waitFor();
    await button(page, 'Try').press('Enter');
    const back = page.getByRole('region', { name: 'What came back' });
    await back.getByText('Status 200').waitFor();
    expect(starts()).toHaveLength(2);
    expect(window.problems).toEqual([]);
  });
});

describe('the form of a service of the user’s own', () => {
  const open = engineWindows();
  let page: Page;

  beforeEach(async () => {
    ({ page } = await open());
    await untilRunnable(page);
    await writeSource(page, file);
    await form().getByRole('textbox', { name: 'Request over REST' }).waitFor();
  });

  const form = () => page.getByRole('form', { name: 'Experiment' });
  const text = (name: string) => form().getByRole('textbox', { name, exact: true });
  const press = (name: string) => pressOn(form().getByRole('button', { name, exact: true }));
  const select = (name: string) => form().getByRole('combobox', { name, exact: true });
  const group = (name: string) => form().getByRole('group', { name, exact: true });

  /** Takes an option of a list by keyboard. */
  async function choose(name: string, option: string): Promise<void> {
    await pressOn(select(name), 'Enter');
    await chooseOption(page, option);
  }

  const savedText = () => downloaded(page, () => button(page, 'Save').click());

  it('adds requests, mixes, flows and data by keyboard', async () => {
    await press('Add a request');
    await text('Request over REST').fill('method: POST\npath: /login');
    await press('Add a flow');
    const flow = group('Flow flow');
    await pressOn(flow.getByRole('button', { name: 'Add a set-up step' }));
    await choose('Set-up step 1 of flow', 'request');
    await pressOn(flow.getByRole('button', { name: 'Take values' }).first());
    await text('Set-up step 1 of flow: values taken').fill('token: {path: $.token}');
    await pressOn(flow.getByRole('button', { name: 'Add a step', exact: true }));
    await choose('Step 2 of flow', 'list-orders');
    await press('Step 2 of flow: up');
    await text('Name of flow flow').fill('browse');
    await pressOn(text('Name of flow flow'));
    await flow.getByText('this name is taken').waitFor();
    await text('Name of flow flow').fill('checkout');
    await pressOn(text('Name of flow flow'));
    await group('Flow checkout').waitFor();
    await press('Add a mix');
    await text('mix: weight of list-orders').fill('3');
    await press('Add a data file');
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
    await press('Start or watch a server');
    await text('Command of the server').fill('node orders.js {{port}}');
    await text('Environment of the server').fill('MODE: old');
    await choose('How to know that the server is ready', 'It writes a line');
    await press('Compare with another server');
    await text('Name of server two').fill('new');
    await pressOn(text('Name of server two'));
    await group('Server new').getByText('Watch it').click();
    await text('Port of server new').fill('9090');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await press('Everything else is in the source (line 7)');
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
