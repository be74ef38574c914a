import { getCACertificates } from 'node:tls';
import { isLoopbackHost, withPorts } from '../../contracts/experiment/addresses.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { OwnTls } from '../../contracts/experiment/own-tls.ts';
import { serviceEndpoint } from '../../contracts/experiment/service.ts';
import type { ServiceStart } from '../../contracts/service-messages.ts';
import type { Protocol, TlsLevel } from '../../contracts/words.ts';
import type { Address } from '../../contracts/worker-messages.ts';
import { clientIdentity, serverIdentity } from '../platform/tls/identity.ts';

const versions = {
  on: { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' },
  mtls: { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' },
  'tls1.2': { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
  'tls1.3': { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' },
} as const satisfies Record<Exclude<TlsLevel, 'off'>, unknown>;

/**
 * Server-side TLS settings of a level, with certificates from `home`.
 * @param hosts the certificate is valid for, besides the names of this machine.
 */
export async function serviceTls(
  level: TlsLevel,
  home: string,
  hosts: readonly string[] = [],
): Promise<ServiceStart['tls']> {
  if (level === 'off') return null;
  const { ca, cert, key } = await serverIdentity(home, hosts);
  return { cert, key, clientCa: level === 'mtls' ? ca : null, ...versions[level] };
}

/** Client-side TLS settings of a level: trusted authorities, and a client certificate under mutual TLS. */
async function clientTls(
  level: TlsLevel,
  home: string,
  options: { serverName: string; publicAuthorities: boolean; own?: OwnTls | undefined },
): Promise<Address['tls']> {
  if (level === 'off') return null;
  const { own } = options;
  const { ca } = await serverIdentity(home);
  const identity = level === 'mtls' ? await clientIdentity(home) : null;
  return {
    ca: [
      ...(own?.ca ?? []),
      ca,
      ...(options.publicAuthorities ? getCACertificates('default') : []),
    ],
    serverName: own?.serverName ?? options.serverName,
    ...versions[level],
    identity: own?.identity ?? (identity && { cert: identity.cert, key: identity.key }),
    ...(own?.verify === false ? { verify: false } : {}),
  };
}

/**
 * Address of a service that was started for the trial.
 * @param serverName name that its certificate must be valid for.
 */
export async function bundledAddress(
  service: { host: string; port: number },
  level: TlsLevel,
  home: string,
  serverName = 'localhost',
): Promise<Address> {
  return {
    host: service.host,
    port: service.port,
    basePath: '',
    tls: await clientTls(level, home, { serverName, publicAuthorities: false }),
  };
}

/**
 * Host and port of a remote target: `host:port`, or an http(s) URL with an optional port. A port that only a
 * started server will have is 0.
 */
export function parseTarget(text: string): { host: string; port: number; basePath: string } {
  const place = withPorts(text, () => 0);
  const url = new URL(/^https?:\/\//.test(place) ? place : `http://${place}`);
  const implied = url.protocol === 'https:' ? 443 : 80;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? implied : Number(url.port),
    basePath: url.pathname.replace(/\/+$/, ''),
  };
}

/** TLS settings for an own endpoint at a TLS level. */
export function endpointTls(
  level: TlsLevel,
  home: string,
  address: string,
  own?: OwnTls,
): Promise<Address['tls']> {
  const serverName = parseTarget(address).host;
  return clientTls(level, home, { serverName, publicAuthorities: true, own });
}

/** Address of the remote target of a cell. */
export async function remoteAddress(
  experiment: Pick<Experiment, 'target' | 'ownTls'>,
  cell: Cell,
  home: string,
): Promise<Address> {
  const target = experiment.target === 'bundled' ? undefined : experiment.target[cell.protocol];
  if (target === undefined) throw new TypeError(`no address for ${cell.protocol}`);
  const own = experiment.ownTls?.[cell.protocol];
  return { ...parseTarget(target), tls: await endpointTls(cell.tls, home, target, own) };
}

/**
 * Remote hosts of an experiment, each once: its targets, and those that receive secrets for tokens.
 * @param protocols that load is sent over.
 */
export function remoteHosts(
  experiment: Experiment,
  protocols: readonly Protocol[] = experiment.factors.protocol,
): string[] {
  if (experiment.target === 'bundled') return [];
  const { target, service } = experiment;
  const hosts = protocols.flatMap((protocol) => {
    const { auth } = (service && serviceEndpoint(service, protocol)) ?? {};
    return [target[protocol], auth?.oauth?.['token-url']]
      .filter((text) => text !== undefined)
      .map((text) => parseTarget(text).host.toLowerCase());
  });
  return [...new Set(hosts)].filter((host) => !isLoopbackHost(host));
}
