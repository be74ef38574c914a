import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from '../support/axe.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../support/own-services.ts';
import { shells, type WorkbenchWindow } from '../support/shells.ts';
import { field, goTo, openFile, rows, runButton, said, useScheme } from '../support/views.ts';

const proto = `syntax = "proto3";
package shop.v1;
service Orders { rpc GetOrder (GetOrderRequest) returns (Order); }
message GetOrderRequest { int64 id = 1; }
message Order { int64 id = 1; string customer = 2; }
`;

let home: string;
let rest: OwnService;
let grpc: OwnService;
let window: WorkbenchWindow;

beforeAll(async () => {
  home = makeFolder();
  rest = await ownHttpService(() => ({ status: 200, body: '{"id":7,"customer":"Ada"}' }));
  grpc = await ownGrpcService(proto, 'shop.v1.Orders', {
    GetOrder: ({ id }) => ({ id, customer: 'Ada' }),
  });
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
  const [browser] = shells;
  if (!browser) throw new Error('There is no browser shell');
  window = await browser.open(home);
});
afterAll(async () => {
  await window?.close();
  await Promise.all([rest?.close(), grpc?.close()]);
  removeFolder(home);
});

describe('a service of the user’s own, in the window', () => {
  it('has its requests for shapes, and no settings of bundled services', async () => {
    const { page } = window;
    await openFile(window, join(home, 'orders.bench.yaml'));
    await runButton(page).and(page.locator(':enabled')).waitFor();
    const shapes = page.getByRole('group', { name: 'Shape', exact: true });
    await shapes.getByText('Get order').waitFor();
    await shapes.getByText('List orders').waitFor();
    expect(await field(page, 'Workload').count()).toBe(0);
    expect(await page.getByText('Starts and loads').count()).toBe(0);
    for (const scheme of ['light', 'dark'] as const) {
      await useScheme(page, scheme);
      expect(await seriousViolations(page)).toEqual([]);
    }
  });

  it('is run, and its result opens with what was found', async () => {
    const { page } = window;
    await runButton(page).click();
    await said(page, /^All 4 trials are done\.$/).waitFor();
    await page.getByRole('button', { name: 'Open result' }).click();
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

  it('leads back to its requests when one of them does not fit', async () => {
    const { page } = window;
    await goTo(page, 'Editor').click();
    await page.getByRole('textbox', { name: 'Experiment file, YAML' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('workload: store\n');
    await page.getByText('expected either workload or service').first().waitFor();
  });
});
