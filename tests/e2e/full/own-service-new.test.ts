import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from '../../support/axe.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../../support/own-services.ts';
import { shells, type WorkbenchWindow } from '../../support/shells.ts';
import {
  chooseOption,
  pressOn,
  rows,
  runButton,
  said,
  source,
  useScheme,
} from '../../support/views.ts';

const proto = `syntax = "proto3";
package shop.v1;
service Orders {
  rpc GetOrder (GetOrderRequest) returns (Order);
  rpc DeleteOrder (GetOrderRequest) returns (Order);
}
message GetOrderRequest { int64 id = 1; }
message Order { int64 id = 1; string customer = 2; }
`;
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

describe.each(shells)('an experiment for one’s own service in $shell', ({ open, shell }) => {
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
    grpc = await ownGrpcService(
      proto,
      'shop.v1.Orders',
      { GetOrder: ({ id }) => ({ id, customer: 'Ada' }), DeleteOrder: () => ({}) },
      ['v1'],
    );
    window = await open(home);
    page = window.page;
  });
  afterAll(async () => {
    await window?.close();
    await Promise.all([rest?.close(), grpc?.close()]);
    removeFolder(home);
  });

  it('is made of an OpenAPI description, of which it picks what only reads', async () => {
    await pressOn(button(page, 'Your own service'));
    await typed(page).fill(`${rest.address}/nowhere`);
    rest.seen.length = 0;
    await pressOn(typed(page));
    await page.getByRole('alert').first().waitFor();
    await typed(page).fill(`${rest.address}/openapi.json`);
    await pressOn(typed(page));
    await pick(page, 'getOrder').waitFor();
    expect(await pick(page, 'getOrder').isChecked()).toBe(true);
    expect(await pick(page, 'deleteOrder').isChecked()).toBe(false);
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

  it('adds a gRPC service that tells its own types', async () => {
    await pressOn(page.getByRole('combobox', { name: 'Described by' }));
    await chooseOption(page, 'gRPC reflection');
    await typed(page).fill(grpc.address);
    await pressOn(typed(page));
    await page.getByText('Measures 1 request over REST and gRPC').waitFor();
    await pressOn(page.getByRole('button', { name: 'shop.v1.Orders/GetOrder' }));
    await pressOn(button(page, 'Try'));
    await cameBack(page).getByText('OK', { exact: true }).waitFor();
    if (shell === 'Electron') return;
    for (const scheme of ['light', 'dark'] as const) {
      await useScheme(page, scheme);
      expect(await seriousViolations(page)).toEqual([]);
    }
  });

  it('is tried in the editor, runs, and compares REST with gRPC in result and report', async () => {
    await pressOn(button(page, 'Open in the editor'));
    await page.getByRole('combobox', { name: 'Over' }).waitFor();
    await pressOn(button(page, 'Try'));
    await cameBack(page).getByText('Status 200').waitFor();
    await source(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.insertText('load: {model: closed, requests: 100}\n');
    await page.getByText(/^Loads the REST and gRPC services .*: 4 trials\.$/).waitFor();
    await pressOn(runButton(page));
    await said(page, /^All 4 trials are done\.$/).waitFor();
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
