import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { shippedPackages } from '../shipped-packages.ts';

const namedSchema = z.object({ name: z.string(), version: z.string() });
const partsSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  metadata: z.object({ component: namedSchema.extend({ 'bom-ref': z.string() }) }),
  components: z.array(
    namedSchema.extend({ 'bom-ref': z.string(), purl: z.string().startsWith('pkg:npm/') }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/** Result of calling a script; scripts that run before anything is installed have no types. */
async function resultOf(module: string, name: string): Promise<unknown> {
  const script: Record<string, unknown> = await import(
    new URL(`./${module}.mjs`, import.meta.url).href
  );
  const act = script[name];
  if (typeof act !== 'function') throw new TypeError(`${module} has no ${name}`);
  return act();
}

const readJson = (place: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${place}`, import.meta.url), 'utf8'));
const label = ({ name, version }: z.infer<typeof namedSchema>) => `${name} ${version}`;

describe('the list of parts that goes into the package', () => {
  let parts: z.infer<typeof partsSchema>;
  let labels: ReadonlySet<string>;
  beforeAll(async () => {
    parts = partsSchema.parse(await resultOf('parts-list', 'listParts'));
    labels = new Set(parts.components.map(label));
  });

  it('has every package that is shipped', async () => {
    const places = z.array(z.string()).parse(await resultOf('package-stage', 'productionPackages'));
    const copied = places.map((place) =>
      label(namedSchema.parse(readJson(`${place}/package.json`))),
    );
    expect(copied.length).toBeGreaterThan(100);
    expect(copied.filter((one) => !labels.has(one))).toEqual([]);
    expect(shippedPackages().filter((one) => !labels.has(label(one)))).toEqual([]);
  });

  it('has nothing that only builds and tests it', () => {
    const names = new Set(parts.components.map(({ name }) => name));
    for (const name of ['vitest', 'vite', 'typescript', 'playwright-core', 'electron-builder']) {
      expect(names).not.toContain(name);
    }
  });

  it('names no part without need', () => {
    const refs = new Set([
      parts.metadata.component['bom-ref'],
      ...parts.components.map((part) => part['bom-ref']),
    ]);
    expect(refs.size).toBe(parts.components.length + 1);
    const named = parts.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !refs.has(ref))).toEqual([]);
  });
});
