import { expect, it } from 'vitest';
import type { RemoteTarget } from '../../contracts/services.ts';
import { targetChange } from './applyTarget.ts';

const plain: RemoteTarget = {
  name: 'Basement',
  addresses: { rest: 'http://10.0.0.2:8080', grpc: '10.0.0.2:50051' },
  grpcTls: false,
};
const secure: RemoteTarget = {
  name: 'Attic',
  addresses: { rest: 'https://attic', soap: 'https://attic:8081' },
  grpcTls: false,
};

it('an experiment pointed at a saved target gets its addresses and loses protocols without one', () => {
  expect(targetChange(plain, ['rest', 'soap', 'grpc'], ['off'])).toEqual({
    addresses: plain.addresses,
    tls: null,
    protocols: ['rest', 'grpc'],
  });
});

it('an experiment pointed at a saved target takes all protocols of the target if it has none of the chosen ones', () => {
  expect(targetChange(plain, ['soap'], ['off']).protocols).toEqual(['rest', 'grpc']);
});

it('an experiment pointed at a saved target gets TLS if every address uses it, and keeps the chosen versions', () => {
  expect(targetChange(secure, ['rest', 'soap'], ['off']).tls).toEqual(['on']);
  expect(targetChange(secure, ['rest', 'soap'], ['off', 'tls1.2']).tls).toEqual(['tls1.2']);
  expect(targetChange(secure, ['rest', 'soap'], ['tls1.3']).tls).toBeNull();
});

it('an experiment pointed at a saved target loses TLS if no address uses it, and stays unchanged if they differ', () => {
  expect(targetChange(plain, ['rest', 'grpc'], ['off', 'on']).tls).toEqual(['off']);
  const mixed = { ...plain, grpcTls: true };
  expect(targetChange(mixed, ['rest', 'grpc'], ['off', 'on']).tls).toBeNull();
});
