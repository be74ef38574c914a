import { expect, it } from 'vitest';
import { protocols } from '../contracts/words.ts';
import { protocolsOffering } from './registry.ts';

it('knows the protocols that offer the operation of a shape', () => {
  expect(protocolsOffering('product', 'small')).toEqual(protocols);
  expect(protocolsOffering('delivery', 'unrelated')).toEqual(['graphql']);
  expect(protocolsOffering('team', 'large')).not.toContain('rsocket');
  expect(protocolsOffering('team', 'small')).toEqual([]);
});
