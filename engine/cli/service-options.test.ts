import { InvalidArgumentError } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protocolNames } from '../../contracts/protocols.ts';
import {
  databaseOption,
  dataOf,
  dataOption,
  protocolsOf,
  workloadOption,
} from './service-options.ts';

describe('options of a service', () => {
  it('reads a workload, or lists the valid ones', () => {
    expect(workloadOption('product')).toBe('product');
    expect(() => workloadOption('shop')).toThrow(/product, /);
  });

  it.each([
    ['none', { kind: 'none', url: null }],
    ['sqlite', { kind: 'sqlite', url: null }],
    ['postgres://me@db:5432/x', { kind: 'postgres', url: 'postgres://me@db:5432/x' }],
  ])('reads the database %s', (text, database) => {
    expect(databaseOption(text)).toEqual(database);
  });

  it('refuses a database of another kind', () => {
    expect(() => databaseOption('mysql://x')).toThrow(/postgres:/);
  });

  it('merges settings of data, nested ones too', () => {
    const settings = dataOption('sizes.m=6000', dataOption('sizes.s=500', []));
    expect(dataOf('inventory', settings)).toMatchObject({ sizes: { s: 500, m: 6000 } });
  });

  it('says which setting is wrong', () => {
    expect(() => dataOf('store', dataOption('users=many', []))).toThrow(/--data users: expected/);
    expect(() => dataOf('product', dataOption('users=4', []))).toThrow(/--data/);
    expect(() => dataOption('users', [])).toThrow(/KEY=VALUE/);
    expect(() => dataOption('users=[', [])).toThrow(/not valid YAML/);
  });

  it('reads or refuses any input', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string().map((text) => `a.b=${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(dataOption(text, [])).toHaveLength(1);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgumentError);
        }
      }),
    );
  });

  it('lists the protocols in which a workload can be called', () => {
    expect(protocolsOf('product')).toEqual(protocolNames);
  });
});
