import { expect, it, onTestFinished } from 'vitest';
import { engineRuns } from '../support/engine-runs.ts';
import { inOneFile } from '../support/own-orders.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../support/own-services.ts';

const runs = engineRuns();

async function started(service: Promise<OwnService>): Promise<OwnService> {
  const { close } = await service;
  onTestFinished(close);
  return await service;
}

/** One order over three protocols; @param units the price that gRPC gives. */
async function experiment(units: number): Promise<string> {
  const rest = await started(
    ownHttpService(() => ({ status: 200, body: '{"id":7,"price":{"units":5},"server":"a"}' })),
  );
  const soap = await started(
    ownHttpService(() => ({
      status: 200,
      type: 'text/xml',
      body: '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><id>7</id><units>5</units></e:Body></e:Envelope>',
    })),
  );
  const grpc = await started(
    ownGrpcService(
      inOneFile,
      'shop.v1.Orders',
      { GetOrder: () => ({ order_id: 7, price: { currency: 'EUR', units } }) },
      ['v1'],
    ),
  );
  return `wirebench: 1
name: Own
service:
  rest: {address: "${rest.address}"}
  soap: {address: "${soap.address}"}
  grpc: {address: "${grpc.address}"}
  requests:
    get:
      rest: {path: /orders/7}
      soap: {body: "<Get/>"}
      grpc: {method: shop.v1.Orders/GetOrder, message: {order_id: 7}}
      agree:
        id: {path: $.id, grpc: {path: $.orderId}, soap: {matches: "<id>(.*?)</id>"}}
        units: {path: $.price.units, soap: {matches: "<units>(.*?)<"}}
factors: {protocol: [rest, soap, grpc], shape: [get], users: [1]}
load: {model: closed, requests: 5, warmUp: 0s}
workers: 1
`;
}

it('is measured when the named parts agree, however each protocol writes them', async () => {
  const { trials, run } = await runs.runToEnd(await experiment(5));
  expect(trials.map(({ cell, requests }) => [cell.protocol, requests.ok])).toEqual([
    ['rest', 5],
    ['soap', 5],
    ['grpc', 5],
  ]);
  expect(run.warnings.filter((one) => one.includes('compared'))).toEqual([]);
});

it('is not measured when they differ, and says where', async () => {
  const { trials, run } = await runs.runToEnd(await experiment(6));
  expect([run.status, trials.filter(({ requests }) => requests.ok > 0)]).toEqual(['failed', []]);
  expect(run.warnings.join(' ')).toContain(
    'REST and gRPC answer get differently: at units REST has "5" and gRPC "6".',
  );
});
