import { corePlan } from '../../../engine/platform/pinning.ts';

/** Where generators and services run: apart from each other. */
export interface BenchCores {
  readonly generator: readonly number[];
  readonly service: readonly number[];
}

/** @throws Error where processes cannot be bound or observed, or there is one core only. */
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
