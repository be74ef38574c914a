import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { protocolFacts } from '../../contracts/protocols.ts';
import { environmentSchema } from '../../contracts/result.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import { importsOf } from '../../scripts/support/imports.ts';
import { entryUrl, startedModules } from './entries.ts';
import { environment } from './environment.ts';
import { packageRoot, version } from './version.ts';

/** The module that a registry loads for a protocol, read from its source. */
function moduleOf(registry: string, protocol: Protocol, part: string): string {
  const text = readFileSync(join(packageRoot(), registry), 'utf8');
  const entry = new RegExp(`^  '?${protocol}'?: \\{$([^}]*?^    ${part}:[^']*'([^']+)')`, 'm');
  const specifier = entry.exec(text)?.[2];
  if (specifier === undefined) throw new Error(`${registry} has no ${part} of ${protocol}`);
  return posix.join(posix.dirname(registry), specifier);
}

/** All npm packages that a module imports, directly or not, except zod, which checks the contracts. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const found = importsOf(readFileSync(join(packageRoot(), file), 'utf8')).flatMap((specifier) =>
    specifier.startsWith('.')
      ? packagesOf(posix.join(posix.dirname(file), specifier), seen)
      : [specifier],
  );
  return found.filter((name) => !name.startsWith('node:') && name !== 'zod');
}

const imported = protocols.flatMap((protocol) => [
  ...packagesOf(moduleOf('workers/registry.ts', protocol, 'library')),
  ...packagesOf(moduleOf('services/registry.ts', protocol, 'service')),
]);

describe('environment', () => {
  const facts = environment();

  it('follows the contract', () => {
    expect(environmentSchema.parse(facts)).toEqual(facts);
    expect(facts.cores).toBeGreaterThan(0);
    expect(facts.memoryBytes).toBeGreaterThan(0);
  });

  it('contains the versions of the measured libraries', () => {
    expect(Object.keys(facts.libraries).sort()).toEqual([...new Set(imported)].sort());
    for (const found of Object.values(facts.libraries)) expect(found).toMatch(/^\d+\.\d+\.\d+/);
  });

  it.each(protocols)('records only packages for %s that its client and service import', (one) => {
    const { client, service } = protocolFacts[one].packages;
    expect(packagesOf(moduleOf('workers/registry.ts', one, 'library'))).toEqual(
      expect.arrayContaining([...client]),
    );
    expect(packagesOf(moduleOf('services/registry.ts', one, 'service'))).toEqual(
      expect.arrayContaining([...service]),
    );
  });
});

describe('version', () => {
  it('is that of the package that contains this file', () => {
    expect(version()).toMatch(/^\d+\.\d+\.\d+/);
    expect(existsSync(join(packageRoot(), 'engine', 'platform', 'version.ts'))).toBe(true);
  });
});

describe('entries', () => {
  it('point to sources when running from sources', () => {
    const names = Object.keys(startedModules) as (keyof typeof startedModules)[];
    for (const name of names) {
      expect(entryUrl(name).href).toMatch(/\.ts$/);
      expect(existsSync(entryUrl(name))).toBe(true);
    }
  });
});
