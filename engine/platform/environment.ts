import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { recordedPackages } from '../../contracts/protocols.ts';
import type { Environment } from '../../contracts/result.ts';
import { describeEnergySource, findEnergyCounters } from './energy/powercap.ts';
import { version } from './version.ts';

const packageSchema = z.object({ version: z.string() });

/** Not every package exports its `package.json`, so the folders themselves are searched. */
function libraryVersion(name: string): string {
  try {
    const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
    const files = folders.map((folder) => join(folder, name, 'package.json'));
    const file = files.find((path) => existsSync(path)) ?? '';
    return packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
  } catch {
    // A run is worth keeping even where a library's version is unknown.
    return 'unknown';
  }
}

/** Facts of this machine and program that explain why results differ elsewhere. */
export function environment(): Environment {
  const processors = cpus();
  return {
    wirebench: version(),
    node: process.version,
    os: `${type()} ${release()}`,
    arch: arch(),
    cpu: processors[0]?.model.trim() || 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    libraries: Object.fromEntries(recordedPackages.map((name) => [name, libraryVersion(name)])),
    energySource: describeEnergySource(findEnergyCounters()),
  };
}
