import { InvalidArgumentError, Option } from 'commander';
import { clientKinds, textKindSchema, tlsLevels } from '../../contracts/words.ts';

/** Parses a port; 0 requests a free one. */
export function portOption(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('expected a port, a whole number from 0 to 65535');
}

/** For repeatable options. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** Parses `HOST:PORT`; an IPv6 address is in brackets. */
export function placeOption(text: string): { host: string; port: number } {
  const [, six, name, port = ''] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = six ?? name;
  if (host !== undefined && Number(port) > 0 && Number(port) <= 65_535) {
    return { host, port: Number(port) };
  }
  throw new InvalidArgumentError('expected HOST:PORT, such as 192.168.1.5:4222');
}

/** For commands that send requests to an experiment's addresses. */
export const allowHostOption = () =>
  new Option(
    '--allow-host <host>',
    'confirm that you are allowed to load this remote host; repeatable',
  )
    .argParser(collect)
    .default([]);
/** For commands that start an experiment's programs. */
export const allowCommandsOption = () =>
  new Option('--allow-commands', 'let the experiment start the programs that it names');

/** How bundled services are called, where no experiment defines it. */
export const tlsOption = () =>
  new Option('--tls <level>', 'transport security').choices(tlsLevels).default('off');
export const clientOption = () =>
  new Option('--client <kind>', 'who writes the bytes').choices(clientKinds).default('raw');
export const textOption = () =>
  new Option('--text <kind>', 'characters of the payload')
    .choices(textKindSchema.options)
    .default('ascii');
