import { createServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';
import { portOf } from '../../../tests/support/port-of.ts';
import { removeTestIdentities, serverCa, serverTls } from '../../../tests/support/service.ts';
import { lookAt } from './look.ts';

afterAll(removeTestIdentities);

const options = async (more: object = {}) => ({
  ...{ authority: await serverCa(), as: null, brokenOff: false, own: false },
  ...more,
});

it('nothing is listening: no connection can be made', async () => {
  const place = {
    protocol: 'rest',
    address: `http://127.0.0.1:${await freePort()}`,
    tls: false,
  } as const;
  const found = await lookAt(place, await options());
  expect(found).toMatchObject({ unreachable: true, otherTls: false });
  expect(found?.words).toContain('Nothing is listening');
});

it.each([
  [404, { own: false }, false],
  [404, { own: true }, true],
])('a service that answers %i, as %j: %j', async (status, more, isExpected) => {
  const server = createServer((_request, response) => response.writeHead(status).end('no'));
  const place = {
    protocol: 'rest',
    address: `http://127.0.0.1:${await portOf(server)}`,
    tls: false,
  } as const;
  const found = await lookAt(place, await options(more));
  if (isExpected) expect(found).toBeNull();
  else expect(found).toMatchObject({ unreachable: false, otherTls: false });
});

it('TLS is spoken where none is expected, or none where it is', async () => {
  const { cert, key } = (await serverTls('on')) ?? {};
  const secret = createHttps({ cert, key }, (_request, response) => response.end('no'));
  const place = {
    protocol: 'rest',
    address: `http://127.0.0.1:${await portOf(secret)}`,
    tls: false,
  } as const;
  const told = 'The other side uses TLS on this port.';
  expect(await lookAt(place, await options({ brokenOff: true, own: true }))).toEqual({
    words: told,
    unreachable: false,
    otherTls: true,
  });
  expect(await lookAt(place, await options())).toEqual({
    words: expect.not.stringContaining('TLS'),
    unreachable: false,
    otherTls: false,
  });
  const plain = createServer((_request, response) => response.end('no'));
  const address = `https://127.0.0.1:${await portOf(plain)}`;
  expect(await lookAt({ ...place, address, tls: true }, await options())).toMatchObject({
    unreachable: true,
    otherTls: true,
  });
});
