import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { z } from 'zod';
import type { Environment } from '../../contracts/result.ts';
import { describeEnergySource, findEnergyCounters } from './energy/powercap.ts';
import { version } from './version.ts';

/** Libraries whose speed is part of what is measured. */
const measuredLibraries = ['axios', 'soap', '@grpc/grpc-js', 'rsocket-core', 'fastify'];
const packageSchema = z.object({ version: z.string() });

function libraryVersion(name: string): string {
  try {
    const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
  } catch {
    // A run is worth keeping even where a library's version cannot be learnt.
    return 'unknown';
  }
}

/** Facts of this machine and program that explain why figures differ elsewhere. */
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
    libraries: Object.fromEntries(measuredLibraries.map((name) => [name, libraryVersion(name)])),
    energySource: describeEnergySource(findEnergyCounters()),
  };
}
