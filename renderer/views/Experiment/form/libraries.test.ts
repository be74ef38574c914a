import { expect, it } from 'vitest';
import { protocolFacts } from '../../../../contracts/protocols.ts';
import { protocols } from '../../../../contracts/words.ts';
import { librariesOf } from './libraries.ts';

it('names the libraries of the chosen protocols, and of no others', () => {
  expect(librariesOf(['grpc', 'rest', 'smoke signals'])).toBe(
    'Library: axios (REST), grpc-js (gRPC)',
  );
  for (const protocol of protocols) {
    expect(librariesOf([protocol])).toContain(protocolFacts[protocol].library);
  }
  expect(librariesOf([])).toBe(undefined);
});
