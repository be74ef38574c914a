import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceHealth, serviceHealthSchema } from '../../contracts/measurement.ts';
import {
  type ServiceCommand,
  type ServiceReport,
  serviceReportSchema,
} from '../../contracts/service-messages.ts';
import type { Protocol, TlsLevel } from '../../contracts/words.ts';
import { entryUrl } from '../../engine/platform/entries.ts';
import {
  clientIdentity,
  type Identity,
  serverIdentity,
} from '../../engine/platform/tls/identity.ts';
import type { ServiceTls } from '../../services/service.ts';

export interface TestServiceOptions {
  readonly protocol: Protocol;
  /** Default `off`. */
  readonly tls?: TlsLevel;
  /** Fixed pause before each answer, in milliseconds; default 0. */
  readonly delayMs?: number;
  /** Additional environment variables of its process. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly serialization?: 'json' | 'advanced';
}

/** A real service process, as the engine starts it. */
export interface TestService {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** PEM of the authority that signed the service's certificate, and a client's identity for mutual TLS; empty without TLS. */
  readonly ca: string;
  readonly client: Identity;
  measure(): Promise<ServiceHealth>;
  /** Its next unsolicited report. */
  reported(): Promise<ServiceHealth>;
  /** @returns the exit code of the process. */
  stop(): Promise<number | null>;
}

const identities = new Map<string, Promise<Identity>>();
let home: Promise<string> | undefined;

const noIdentity: Identity = { ca: '', cert: '', key: '' };

/** Keys are slow to create: one set serves every test of a file. */
async function identityOf(side: 'server' | 'client'): Promise<Identity> {
  home ??= mkdtemp(join(tmpdir(), 'wirebench-tls-'));
  const folder = await home;
  const make = side === 'server' ? serverIdentity : clientIdentity;
  const known = identities.get(side) ?? make(folder);
  identities.set(side, known);
  return known;
}

/** Removes the certificates that {@link startService} made. */
export async function removeTestIdentities(): Promise<void> {
  if (home) await rm(await home, { recursive: true, force: true });
  home = undefined;
  identities.clear();
}

/** The TLS options of a service for a level of TLS; null for none. */
export async function serverTls(level: TlsLevel): Promise<ServiceTls | null> {
  if (level === 'off') return null;
  const { ca, cert, key } = await identityOf('server');
  return {
    cert,
    key,
    clientCa: level === 'mtls' ? ca : null,
    minVersion: level === 'tls1.3' ? 'TLSv1.3' : 'TLSv1.2',
    maxVersion: level === 'tls1.2' ? 'TLSv1.2' : 'TLSv1.3',
  };
}

/** PEM of the authority that signed the certificates of {@link serverTls}. */
export const serverCa = async (): Promise<string> => (await identityOf('server')).ca;

/** The `start` command for a service on a free port of 127.0.0.1. */
export async function startCommand(
  options: TestServiceOptions,
): Promise<Extract<ServiceCommand, { type: 'start' }>> {
  const { protocol, tls = 'off', delayMs = 0 } = options;
  const base = {
    type: 'start',
    workload: 'product',
    protocol,
    host: '127.0.0.1',
    port: 0,
    delayMs,
  };
  return { ...base, tls: await serverTls(tls) } as Extract<ServiceCommand, { type: 'start' }>;
}

/** Waits for the first report that `accept` picks; rejects when the process ends or fails first. */
export function nextReport<Report extends ServiceReport>(
  child: ChildProcess,
  accept: (report: ServiceReport) => report is Report,
): Promise<Report> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      child.off('message', onMessage);
      child.off('exit', onExit);
      act();
    };
    const onMessage = (message: unknown) => {
      const report = serviceReportSchema.parse(message);
      if (accept(report)) settle(() => resolve(report));
      else if (report.type === 'failed') settle(() => reject(new Error(report.error.message)));
    };
    const onExit = (code: number | null) =>
      settle(() => reject(new Error(`The service ended with code ${code}`)));
    child.on('message', onMessage);
    child.once('exit', onExit);
  });
}

/** Forks the process of a service as the engine does, and waits until it listens. */
export async function startService(options: TestServiceOptions): Promise<TestService> {
  const command = await startCommand(options);
  const isPlain = command.tls === null;
  const { ca } = isPlain ? noIdentity : await identityOf('server');
  const client = isPlain ? noIdentity : await identityOf('client');
  const child = fork(entryUrl('service'), {
    serialization: options.serialization ?? 'json',
    env: { ...process.env, ...options.variables },
    execArgv: [],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const started = nextReport(child, (report) => report.type === 'started');
  child.send(command);
  const { host, port } = await started;
  let measurements = 0;
  return {
    host,
    port,
    pid: child.pid ?? 0,
    ca,
    client,
    measure: async () => {
      const id = ++measurements;
      const report = nextReport(
        child,
        (one): one is Extract<ServiceReport, { type: 'health' }> =>
          one.type === 'health' && one.id === id,
      );
      child.send({ type: 'measure', id });
      return serviceHealthSchema.parse((await report).health);
    },
    reported: async () => {
      const isOwn = (one: ServiceReport): one is Extract<ServiceReport, { type: 'health' }> =>
        one.type === 'health' && one.id === null;
      return serviceHealthSchema.parse((await nextReport(child, isOwn)).health);
    },
    stop: () => {
      if (child.connected) child.send({ type: 'stop' });
      return exited;
    },
  };
}
