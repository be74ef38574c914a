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

/** Reads `HOST:PORT`; an IPv6 address stands in brackets. */
export function placeOption(text: string): { host: string; port: number } {
  const [, six, name, port = ''] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = six ?? name;
  if (host !== undefined && Number(port) > 0 && Number(port) <= 65_535) {
    return { host, port: Number(port) };
  }
  throw new InvalidArgumentError('expected HOST:PORT, such as 192.168.1.5:4222');
}
