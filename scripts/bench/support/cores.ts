import { corePlan } from '../../../engine/platform/pinning.ts';

/** Separate cores for generators and services. */
export interface BenchCores {
  readonly generator: readonly number[];
  readonly service: readonly number[];
}

/** @throws Error if processes cannot be bound or observed, or there is only one core. */
export function benchCores(): BenchCores {
  if (process.platform !== 'linux') {
    throw new Error('The benchmark needs Linux: it binds processes by taskset and reads /proc.');
  }
  const { workers, services } = corePlan('auto', 1);
  if (!workers || !services) {
    throw new Error('The benchmark needs two cores: one for the generator, one for the service.');
  }
  return { generator: workers, service: services };
}

/** A command line that runs `argv` on the given cores only. */
export function onCores(cores: readonly number[], argv: readonly string[]): string[] {
  return ['taskset', '-c', cores.join(','), ...argv];
}
