import { hostname } from 'node:os';
import { join } from 'node:path';
import { forWorkload, interfacePathOf, protocolFacts } from '../../contracts/protocols.ts';
import type { Protocol, WorkloadName } from '../../contracts/words.ts';
import { ownAddresses } from '../platform/addresses.ts';
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
  return [hostname(), ...ownAddresses()];
}

/** Addresses of a service. */
export interface InterfacePlace {
  readonly protocol: Protocol;
  /** For `target` in an experiment file. */
  readonly target: string;
  /** URLs of its operations and its interface file. */
  readonly interfaceFile: string;
}

/** The host in addresses: a name that other machines can use, IPv6 in brackets. */
function reachable(host: string): string {
  const name = isEveryAddress(host) ? hostname() : host;
  return name.includes(':') ? `[${name}]` : name;
}

/** Options of the service. */
export interface Served {
  readonly protocol: Protocol;
  readonly workload: WorkloadName;
  readonly tls: boolean;
}

/** Addresses of a service that listens at `host` and `port`. */
export function placeOf(
  { protocol, workload, tls }: Served,
  host: string,
  port: number,
): InterfacePlace {
  const authority = `${reachable(host)}:${port}`;
  const http = `${tls ? 'https' : 'http'}://${authority}`;
  const { address, interface: described } = protocolFacts[protocol];
  const served = interfacePathOf(protocol, workload);
  const file = join(packageRoot(), described.folder ?? '', forWorkload(described.file, workload));
  return {
    protocol,
    target: address === 'url' ? http : authority,
    interfaceFile: served === '' ? file : `${http}${served}`,
  };
}
