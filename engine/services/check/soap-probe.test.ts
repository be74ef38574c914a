import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../../contracts/protocols.ts';
import { type WorkloadName, workloadNames } from '../../../contracts/words.ts';
import { portOf } from '../../../tests/support/port-of.ts';
import { wsdlText } from '../../../workloads/interfaces/wsdl.ts';
import { workloadOf } from '../../../workloads/registry.ts';
import { checkAddress } from './check-address.ts';

/** Result of a check of a server with these answers. */
async function checked(listener: RequestListener, maxConnections?: number) {
  const server = createServer(listener);
  let connections = 0;
  server.on('connection', (socket) => {
    if (++connections > (maxConnections ?? Number.POSITIVE_INFINITY)) socket.destroy();
  });
  const address = `http://127.0.0.1:${await portOf(server)}/base`;
  const wanted = { protocol: 'soap', address, tls: false } as const;
  const { verdict, steps } = await checkAddress(wanted, { authority: '' });
  return { verdict, words: steps.at(-1)?.words };
}

/** A service that only serves the WSDL of one workload. */
function serviceOf(name: WorkloadName): RequestListener {
  const path = `/base${endpointOf('soap', name)}?wsdl`;
  return ({ url }, response) => {
    if (url === path) response.end(wsdlText(workloadOf(name).description));
    else response.writeHead(404).end('nothing here');
  };
}

describe('a check of a SOAP service', () => {
  it.each(workloadNames)('finds that of the workload %s', async (name) => {
    expect(await checked(serviceOf(name))).toEqual({
      verdict: 'reachable',
      words: `The WSDL at /base/soap/${name} is that of the ${name} service.`,
    });
  });

  it('warns of a service without a WSDL of any workload', async () => {
    const nothing: RequestListener = (_, response) => response.writeHead(404).end();
    const found = await checked(nothing);
    expect(found).toMatchSnapshot();
    expect(await checked(serviceOf('team'), 1)).toEqual(found);
  });

  it('is not misled by the WSDL of another workload', async () => {
    const text = wsdlText(workloadOf('team').description);
    const confused: RequestListener = ({ url }, response) => {
      if (url?.endsWith('/soap/store?wsdl')) response.end(text);
      else response.writeHead(404).end();
    };
    expect(await checked(confused)).toMatchObject({ verdict: 'doubtful' });
  });
});
