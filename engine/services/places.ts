import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Protocol } from '../../contracts/words.ts';
import { soapPath } from '../../contracts/workloads/product.ts';
import { packageRoot } from '../platform/version.ts';

const everyAddress = ['0.0.0.0', '::', '*'];
const isEveryAddress = (host: string) => everyAddress.includes(host);

/** Whether a service at this host can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

/** Names and addresses for which a service's certificate must be valid. */
export function certificateHosts(host: string): string[] {
  if (!isEveryAddress(host)) return [host];
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return [hostname(), ...addresses.map(({ address }) => address)];
}

/** Where a service is found. */
export interface Place {
  readonly protocol: Protocol;
  /** As an experiment file's `target` takes it. */
  readonly target: string;
  /** Where its operations and its interface file are. */
  readonly interfaceFile: string;
}

/** The host as addresses have it: a name that others can use, IPv6 in brackets. */
function reachable(host: string): string {
  const name = isEveryAddress(host) ? hostname() : host;
  return name.includes(':') ? `[${name}]` : name;
}

/** Says where a service that listens at `host` and `port` is found. */
export function placeOf(protocol: Protocol, host: string, port: number, tls: boolean): Place {
  const authority = `${reachable(host)}:${port}`;
  const http = `${tls ? 'https' : 'http'}://${authority}`;
  switch (protocol) {
    case 'rest':
    case 'rest-h2':
    case 'rest-protobuf':
    case 'graphql':
      return { protocol, target: http, interfaceFile: `${http}/openapi.json` };
    case 'soap':
      return { protocol, target: http, interfaceFile: `${http}${soapPath}?wsdl` };
    case 'grpc':
      return {
        protocol,
        target: authority,
        interfaceFile: join(packageRoot(), 'proto', 'product.proto'),
      };
    case 'rsocket':
      return {
        protocol,
        target: authority,
        interfaceFile: join(packageRoot(), 'rsocket', 'product.md'),
      };
  }
}
