import { expect, it, onTestFinished } from 'vitest';
import { engineRuns } from '../support/engine-runs.ts';
import { type OwnService, ownHttpService } from '../support/own-services.ts';

const runs = engineRuns();

async function started(service: Promise<OwnService>): Promise<OwnService> {
  const { close } = await service;
  onTestFinished(close);
  return await service;
}

/** An order that REST answers with 201 and SOAP with 200. @param soapState in the answer of SOAP. */
async function measured(soapState: string) {
  const rest = await started(
    ownHttpService(() => ({ status: 201, body: '{"id":7,"state":"paid"}' })),
  );
  const soap = await started(
    ownHttpService(() => ({
      status: 200,
      type: 'text/xml',
      body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><id>7</id><state>${soapState}</state></e:Body></e:Envelope>`,
    })),
  );
  const { trials } = await runs.runToEnd(`wirebench: 1
name: Own
service:
  rest: {address: "${rest.address}"}
  soap: {address: "${soap.address}"}
  requests:
    get:
      rest: {path: /orders/7}
      soap: {body: "<Get/>"}
      checks:
        - {status: 201, soap: {status: 200}}
        - {path: $.id, soap: {xpath: //id}, equals: 7}
        - {rest: {path: $.state}, soap: {xpath: //state}, equals: paid}
factors: {protocol: [rest, soap], shape: [get], users: [1]}
load: {model: closed, requests: 5, warmUp: 0s}
verify: all
workers: 1
`);
  return trials.map(({ cell, requests, errors, failure }) => ({
    protocol: cell.protocol,
    ok: requests.ok,
    errors,
    failure,
  }));
}

it('looks for one thing at a place of its own in each protocol', async () => {
  expect(await measured('paid')).toMatchObject([
    { protocol: 'rest', ok: 5, errors: [] },
    { protocol: 'soap', ok: 5, errors: [] },
  ]);
});

it('names the check that fails, in the protocol in which it does', async () => {
  const [rest, soap] = await measured('open');
  expect(rest).toMatchObject({ protocol: 'rest', ok: 5, errors: [] });
  expect(soap).toMatchObject({ protocol: 'soap', ok: 0 });
  expect(JSON.stringify(soap)).toContain(
    JSON.stringify('expected //state = "paid", got "open"').slice(1, -1),
  );
});
