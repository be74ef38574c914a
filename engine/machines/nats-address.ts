import { WirebenchError } from '../../contracts/errors.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';

/** Address of a NATS server, and how to connect to it. */
export interface NatsAddress {
  /** `nats` uses TLS where the server offers it, `tls` and `wss` always use TLS, `ws` and `wss` are WebSocket. */
  readonly scheme: 'nats' | 'tls' | 'ws' | 'wss';
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Path of a WebSocket, including its slash; otherwise empty. */
  readonly path: string;
}

/** Maximum for one cluster: more are a mistake. */
const maxAddresses = 16;
const defaultPorts = { nats: 4222, tls: 4222, ws: 80, wss: 443 } as const;
const pattern =
  /^(?:(nats|tls|wss?):\/\/)?(?:\[([0-9a-f:.]+)\]|([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?))(?::(\d{1,5}))?(\/[\w.~!$&'()*+;=:@%/-]*)?$/i;

export const isWebSocket = ({ scheme }: NatsAddress) => scheme === 'ws' || scheme === 'wss';

function wrong(option: string, what: string): WirebenchError {
  return new WirebenchError('ARGUMENT_INVALID', `${option}: ${what}`, {
    hint: 'Expected nats://HOST:4222, tls://HOST:4222 or wss://HOST:443/PATH; several of one cluster separated by commas.',
  });
}

function parseOne(text: string, option: string): NatsAddress {
  if (text.includes('@')) {
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      `${option}: an address contains no user, password or token`,
      { hint: 'Put them into a file, and name it with --nats-credentials.' },
    );
  }
  const [, schemeText, six, name, portText, path = ''] = pattern.exec(text) ?? [];
  const host = six ?? name;
  if (host === undefined || host.length > 255) {
    throw wrong(option, `${JSON.stringify(text.slice(0, 100))} is not a NATS server address`);
  }
  const scheme = schemes.find((one) => one === schemeText?.toLowerCase()) ?? 'nats';
  const port = portText === undefined ? defaultPorts[scheme] : Number(portText);
  if (port < 1 || port > 65_535) throw wrong(option, `${portText} is not a port`);
  const address = { scheme, host, port, path: path === '/' ? '' : path };
  if (address.path !== '' && !isWebSocket(address)) {
    throw wrong(option, `only a WebSocket has a path such as ${path.slice(0, 100)}`);
  }
  return address;
}

const schemes = ['nats', 'tls', 'ws', 'wss'] as const;

/**
 * Parses comma-separated addresses, each `HOST`, `HOST:PORT` or a URL.
 * @param option where they were given, for messages.
 * @throws WirebenchError ARGUMENT_INVALID
 */
export function parseNatsAddresses(text: string, option: string): NatsAddress[] {
  const addresses = text.split(',', maxAddresses + 1).map((one) => parseOne(one.trim(), option));
  if (addresses.length > maxAddresses) throw wrong(option, `more than ${maxAddresses} addresses`);
  if (addresses.some(isWebSocket) && !addresses.every(isWebSocket)) {
    throw wrong(option, 'either all addresses are WebSockets or none is');
  }
  return addresses;
}

/** Inverse of {@link parseNatsAddresses}. */
export function formatNatsAddresses(addresses: readonly NatsAddress[]): string {
  return addresses
    .map((address) => `${address.scheme}://${authorityOf(address)}${address.path}`)
    .join(',');
}
