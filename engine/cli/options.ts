import { InvalidArgumentError } from 'commander';

/** Reads a port; 0 asks for a free one. */
export function portOption(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('expected a port, a whole number from 0 to 65535');
}

/** For options that may be given several times. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
