import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { ownGrpcService, ownHttpService } from '../own-services.ts';
import { chooseOption, goTo, openFile, pressOn, runButton } from '../views.ts';
import type { WalkContext } from './context.ts';

const proto = `syntax = "proto3";
package shop.v1;
service Orders {
  rpc GetOrder (GetOrderRequest) returns (Order);
  rpc DeleteOrder (GetOrderRequest) returns (Order);
}
message GetOrderRequest { int64 order_id = 1; }
message Order { int64 order_id = 1; string customer = 2; }
`;
const responses = { 200: { description: 'done' } };
const openapi = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: '/' }],
  paths: {
    '/orders/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
      ],
      get: { operationId: 'getOrder', summary: 'One order.', responses },
    },
    '/orders': {
      get: { operationId: 'listOrders', summary: 'All orders.', responses },
      post: { operationId: 'createOrder', summary: 'A new order', responses },
    },
  },
});

/** Everything that the form of the editor has for an own service. */
const whole = (rest: string) => `wirebench: 1
name: Orders
service:
  rest:
    address: ${rest}
  data:
    orders: {file: orders.csv, pick: random}
  requests:
    get-order: # the usual one
      rest: {path: /orders/7, query: {fields: all}}
      checks:
        - {path: $.customer, exists: true}
    login: {rest: {method: POST, path: /login}, changes: true}
  mixes:
    browse: {get-order: 9, login: 1}
  flows:
    checkout:
      setup:
        - {request: login, take: {token: {path: $.token}}}
      steps:
        - request: get-order
target:
  servers:
    old: {start: {command: "java -jar orders-1.jar --port {{port}}", ready: {http: /health}}}
    new: {start: {command: "java -jar orders-2.jar --port {{port}}", env: {MODE: fast}}}
factors: {protocol: [rest], shape: [get-order, browse], users: [10], server: [old, new]}
load: {model: closed, requests: 200}
`;

/** Leads a window from descriptions of a service to its experiment, its form, and the question before a program is started. */
export async function walkOwnService(context: WalkContext): Promise<void> {
  const rest = await ownHttpService(({ path }) => ({
    status: 200,
    body: path === '/openapi.json' ? openapi : '{"id":7,"customer":"Ada"}',
  }));
  const handlers = { GetOrder: () => ({ order_id: 7, customer: 'Ada' }), DeleteOrder: () => ({}) };
  const grpc = await ownGrpcService(proto, 'shop.v1.Orders', handlers, ['v1']);
  try {
    await walkDescriptions(context, rest.address, grpc.address);
    await walkForm(context, rest.address);
  } finally {
    await Promise.all([rest.close(), grpc.close()]);
  }
}

async function walkDescriptions(
  { window: { page }, look }: WalkContext,
  rest: string,
  grpc: string,
): Promise<void> {
  const typed = page.getByRole('textbox', { name: /^Address(, or its text)?$/ });
  await goTo(page, 'Start').click();
  await page.getByRole('button', { name: 'Your own service', exact: true }).click();
  await page.getByRole('heading', { name: 'Nothing read yet' }).waitFor();
  await look('own-service-empty');
  await typed.fill(`127.0.0.1:${await freePort()}`);
  await pressOn(typed);
  await page.getByRole('alert').first().waitFor();
  await look('own-service-failed');
  await typed.fill(rest);
  await pressOn(typed);
  await page.getByRole('checkbox', { name: 'Pick GET /orders/{id}' }).waitFor();
  await typed.fill(grpc);
  await pressOn(typed);
  await pressOn(page.getByRole('button', { name: 'shop.v1.Orders/GetOrder', exact: true }));
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  const back = page.getByRole('region', { name: 'What came back' });
  await back.getByText('OK', { exact: true }).waitFor();
  await look('own-service');
}

async function walkForm({ window, folder, look }: WalkContext, rest: string): Promise<void> {
  const { page } = window;
  const file = join(folder, 'orders.bench.yaml');
  writeFileSync(file, whole(rest));
  await openFile(window, file);
  await page.mouse.move(0, 0);
  const form = page.getByRole('form', { name: 'Experiment' });
  await form.getByText(`GET ${rest}/orders/7?fields=all`).waitFor();
  await look('own-service-form');
  await form.getByRole('group', { name: 'Flow checkout' }).scrollIntoViewIfNeeded();
  await look('own-service-flows', 'elsewhere');
  await pressOn(runButton(page));
  await page.getByRole('dialog', { name: 'Start this program?' }).waitFor();
  await look('own-service-start');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await pressOn(form.getByRole('combobox', { name: 'Authentication of the REST service' }));
  await chooseOption(page, 'Bearer token');
  await form.getByRole('textbox', { name: 'REST: Token' }).fill('s3cret');
  await form.getByText('for everyone to read').waitFor();
  await form.getByRole('textbox', { name: 'Request over REST' }).fill('path: orders');
  await form.getByText(/expected a path that begins with/).waitFor();
  await look('own-service-problem');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  while (await undo.isEnabled()) await undo.click();
}
