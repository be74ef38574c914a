import { expect, it } from 'vitest';
import { protocols } from '../contracts/words.ts';
import { protocolsOffering } from './registry.ts';

it('knows which protocols offer what a shape calls', () => {
  expect(protocolsOffering('product', 'small')).toEqual(protocols);
  expect(protocolsOffering('delivery', 'unrelated')).toEqual(['graphql']);
  expect(protocolsOffering('team', 'large')).not.toContain('rsocket');
  expect(protocolsOffering('team', 'small')).toEqual([]);
});
