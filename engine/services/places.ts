import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Protocol, WorkloadName } from '../../contracts/words.ts';
import { soapPathOf } from '../../contracts/workloads/description.ts';
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

/** What is served, and how. */
export interface Served {
  readonly protocol: Protocol;
  readonly workload: WorkloadName;
  readonly tls: boolean;
}

/** Says where a service that listens at `host` and `port` is found. */
export function placeOf({ protocol, workload, tls }: Served, host: string, port: number): Place {
  const authority = `${reachable(host)}:${port}`;
  const http = `${tls ? 'https' : 'http'}://${authority}`;
  switch (protocol) {
    case 'rest':
    case 'rest-h2':
    case 'rest-protobuf':
      return { protocol, target: http, interfaceFile: `${http}/openapi.json` };
    case 'graphql':
      return { protocol, target: http, interfaceFile: `${http}/schema.graphql` };
    case 'soap': {
      const path = soapPathOf({ name: workload });
      return { protocol, target: http, interfaceFile: `${http}${path}?wsdl` };
    }
    case 'grpc': {
      const interfaceFile = join(packageRoot(), 'proto', `${workload}.proto`);
      return { protocol, target: authority, interfaceFile };
    }
    case 'rsocket': {
      const interfaceFile = join(packageRoot(), 'rsocket', `${workload}.md`);
      return { protocol, target: authority, interfaceFile };
    }
  }
}
