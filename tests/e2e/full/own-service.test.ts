import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from '../../support/axe.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { freePort } from '../../support/free-port.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../../support/own-services.ts';
import { shells, type WorkbenchWindow } from '../../support/shells.ts';
import { field, goTo, openFile, rows, runButton, said, useScheme } from '../../support/views.ts';
import { chooseOption } from '../../support/walk/wire.ts';

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

  it('shows what its messages weigh, and what every byte of them is for', async () => {
    const { page } = window;
    const both = async () => {
      for (const scheme of ['light', 'dark'] as const) {
        await useScheme(page, scheme);
        expect(await seriousViolations(page, 'main')).toEqual([]);
      }
    };
    await goTo(page, 'Sizes').click();
    await chooseOption(page, 'Workload', 'Orders (in the editor)');
    await page.getByRole('button', { name: 'Measure', exact: true }).click();
    await page
      .getByText(/^A get-order call takes [\d,]+ bytes for \d+ of payload over gRPC/)
      .waitFor();
    await page.getByText(/^Orders · no TLS · measured/).waitFor();
    // On a new connection three lines of each request and protocol, on a reused one two.
    await expect.poll(() => rows(page, 'Bytes by shape, protocol and layer').count()).toBe(15);
    await both();
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
    await both();
    // The bundled services are still there.
    await chooseOption(page, 'Workload', 'store');
    await page.getByRole('combobox', { name: 'Shape' }).waitFor();
    expect(window.problems).toEqual([]);
  });

  it('asks before Wire and Sizes call another computer, and says why a call failed', async () => {
    const { page } = window;
    for (const view of ['Wire', 'Sizes'] as const) {
      const start = page.getByRole('button', { name: /^(Take a|Measure( again)?$)/ });
      await goTo(page, view).click();
      await chooseOption(page, 'Workload', 'Elsewhere');
      await start.click();
      const dialog = page.getByRole('dialog', { name: 'Load 192.0.2.7?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await start.and(page.locator(':enabled')).waitFor();
      await chooseOption(page, 'Workload', 'Nobody there');
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
