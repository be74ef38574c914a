import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workloadOf } from '../../workloads/registry.ts';
import { publishedInventory, publishedStore, shapeSizes, withSizes } from './workload-sizes.ts';

/** Relative difference of two numbers. */
const off = (own: number, other: number) => Math.abs(own - other) / other;

describe('sizes of the inventory', () => {
  const sizes = publishedInventory();

  it.each(['s', 'm', 'l'] as const)(
    '%s has the published JSON exactly, and Protobuf within 2 %',
    async (shape) => {
      const { request, response } = await shapeSizes('inventory', shape);
      expect(request).toEqual({ json: 0, xml: 0, protobuf: 0 });
      expect(response.json).toBe(sizes[shape].json);
      expect(off(response.protobuf, sizes[shape].protobuf)).toBeLessThan(0.02);
    },
  );

  it.each(['items-status:500', 'items-summary:12345', 'items-full:3000000'])(
    '%s has the size that it asks for',
    async (shape) => {
      const { response } = await shapeSizes('inventory', shape);
      expect(response.json).toBe(Number(shape.split(':')[1]));
    },
  );
});

describe('sizes of the store', () => {
  const ways = Object.entries(publishedStore()).flatMap(([shape, study]) =>
    (['request', 'response'] as const)
      .filter((way) => study[way].json > 0)
      .map((way) => [shape, way, study[way].json] as const),
  );

  it.each(ways)('%s has the published JSON of the %s within 2 %', async (shape, way, bytes) => {
    expect(off((await shapeSizes('store', shape))[way].json, bytes)).toBeLessThan(0.02);
  });
});

describe('sizes of the team', () => {
  it('short is answered with the published 187 bytes; medium has a megabyte', async () => {
    expect((await shapeSizes('team', 'short')).response.json).toBe(187);
    expect((await shapeSizes('team', 'medium')).request.json).toBe(1_000_000);
    expect((await shapeSizes('team', 'medium:5000')).request.json).toBe(5000);
  });
});

it.each([
  ['product', 'typical'],
  ['inventory', 'xs'],
  ['inventory', 'm'],
  ['inventory', 'items-full:100000'],
  ['team', 'short'],
  ['team', 'large:1000000'],
] as const)(
  '%s %s has at least the bytes that are expected of it before a run',
  async (name, shape) => {
    const workload = workloadOf(name);
    const least = workload.minBytes?.(shape, workload.data.parse({}));
    const { request, response } = await shapeSizes(name, shape);
    expect(least?.request).toBeLessThanOrEqual(Math.min(...Object.values(request)));
    expect(least?.answer).toBeLessThanOrEqual(Math.min(...Object.values(response)));
  },
);

it('the tables of the page are up to date; run `node scripts/generate-sizes.ts` if not', async () => {
  const page = readFileSync(new URL('../../docs/workloads.md', import.meta.url), 'utf8');
  expect(await withSizes(page)).toBe(page);
});
