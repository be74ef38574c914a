import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentSchema } from '../../contracts/result.ts';
import { serviceEntry, workerEntry } from './entries.ts';
import { environment } from './environment.ts';
import { packageRoot, version } from './version.ts';

describe('environment', () => {
  const facts = environment();

  it('keeps to the contract', () => {
    expect(environmentSchema.parse(facts)).toEqual(facts);
    expect(facts.cores).toBeGreaterThan(0);
    expect(facts.memoryBytes).toBeGreaterThan(0);
  });

  it('knows the versions of the libraries that are measured', () => {
    expect(Object.keys(facts.libraries)).toEqual([
      'axios',
      'soap',
      '@grpc/grpc-js',
      'rsocket-core',
      'fastify',
    ]);
    for (const found of Object.values(facts.libraries)) expect(found).toMatch(/^\d+\.\d+\.\d+/);
  });
});

describe('version', () => {
  it('is that of the package in whose folder this file lies', () => {
    expect(version()).toMatch(/^\d+\.\d+\.\d+/);
    expect(existsSync(join(packageRoot(), 'engine', 'platform', 'version.ts'))).toBe(true);
  });
});

describe('entries', () => {
  it('point at sources when the sources run', () => {
    expect(workerEntry().href).toMatch(/\/workers\/worker\.ts$/);
    expect(serviceEntry().href).toMatch(/\/services\/main\.ts$/);
  });
});
