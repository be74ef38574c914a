import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { connect as connectTls, getCACertificates, type TLSSocket } from 'node:tls';
import { addressSchemas } from '../../../contracts/experiment/addresses.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { AddressCheck, AddressReport, CheckStep } from '../../../contracts/services.ts';
import { type Address, tlsFields } from '../../../contracts/worker-messages.ts';
import { parseTarget } from '../../run/address.ts';
import { handling } from '../registry.ts';
import { certificateWords } from './certificate-words.ts';
import { DeadlineError, within } from './deadline.ts';
import type { StepFinding } from './finding.ts';
import { failureWords, quoted } from './words.ts';

/** Time limits in milliseconds. */
interface CheckLimits {
  readonly resolve: number;
  readonly connect: number;
  readonly tls: number;
  readonly probe: number;
}
const defaultLimits: CheckLimits = { resolve: 3000, connect: 4000, tls: 4000, probe: 4000 };

export interface CheckOptions {
  /** PEM of the authority of the bundled services. */
  readonly authority: string;
  /** TLS options of the handshake; null for the defaults of this machine. */
  readonly as?: Address['tls'];
  readonly limits?: CheckLimits;
}

type Place = ReturnType<typeof parseTarget>;

/** Thrown by a failed step after its failure is recorded. */
class StepFailed extends Error {}

/** The steps of one check, and the connections that it has opened. */
class Check {
  readonly steps: CheckStep[] = [];
  readonly open: Socket[] = [];
  readonly #limits: CheckLimits;
  #isClosed = false;

  constructor(limits: CheckLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a step within its time limit and records its result in the words of `say`.
   * @throws StepFailed when it failed or took too long.
   */
  async step<T>(
    name: CheckStep['step'],
    act: () => Promise<T>,
    say: (result: T) => StepFinding,
  ): Promise<T> {
    const start = performance.now();
    const note = ({ outcome, words }: StepFinding) =>
      this.steps.push({
        step: name,
        ms: performance.now() - start,
        outcome,
        words: words.slice(0, 400),
      });
    try {
      const result = await within(this.#limits[name], act, () => this.close());
      note(say(result));
      return result;
    } catch (error) {
      const late = error instanceof DeadlineError;
      note({ outcome: 'failed', words: late ? `${error.message}.` : failureWords(error) });
      throw new StepFailed();
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.open) socket.destroy();
  }

  /** @throws Error when the check is over, so that a late step opens no connection. */
  assertOpen(): void {
    if (this.#isClosed) throw new Error('The check is over');
  }
}

/**
 * Checks whether a service can be reached, step by step until one fails: its name, a connection, TLS
 * with the verdict on its certificate, and one request of its protocol. The answer
 * is bounded in size and time, and only ever quoted as text.
 */
export async function checkAddress(
  wanted: AddressCheck,
  { authority, as = null, limits = defaultLimits }: CheckOptions,
): Promise<AddressReport> {
  const { protocol, address } = wanted;
  const check = new Check(limits);
  try {
    await takeSteps(check, wanted, { authority, as });
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
  } finally {
    check.close();
  }
  const { steps } = check;
  return { protocol, address, at: new Date().toISOString(), verdict: verdictOf(steps), steps };
}

async function takeSteps(
  check: Check,
  wanted: AddressCheck,
  { authority, as }: Pick<Handshake, 'authority' | 'as'>,
): Promise<void> {
  const { protocol, tls } = wanted;
  const { open } = check;
  const { host, port, basePath } = checkedPlace(check, wanted);
  const ip = await check.step('resolve', () => resolve(host), resolvedWords(host));
  const plain = await check.step(
    'connect',
    () => openSocket(ip, port, open),
    () => ({ outcome: 'ok', words: `Port ${port} accepts connections.` }),
  );
  const name = as?.serverName ?? host;
  const secure = (socket: Socket) =>
    handshake({ socket, host: name, protocol, authority, as, open });
  const socket = tls
    ? await check.step(
        'tls',
        () => secure(plain),
        (peer) => peerWords(peer, name, as?.verify === false),
      )
    : plain;
  const again = async () => {
    check.assertOpen();
    const another = await openSocket(ip, port, open);
    return tls ? await secure(another) : another;
  };
  const reached = {
    socket,
    again,
    authority: `${host.includes(':') ? `[${host}]` : host}:${port}`,
    basePath,
    secure: tls,
  };
  await check.step(
    'probe',
    () => handling[protocol].probe(reached),
    (finding) => finding,
  );
}

function checkedPlace({ steps }: Check, { protocol, address }: AddressCheck): Place {
  if (addressSchemas[protocol].safeParse(address).success) return parseTarget(address);
  const wanted = protocolFacts[protocol].address === 'host:port' ? 'host:port' : 'http://host:port';
  const words = `${quoted(address)} is not an address: expected ${wanted}.`;
  steps.push({ step: 'resolve', outcome: 'failed', ms: 0, words });
  throw new StepFailed();
}

function verdictOf(steps: readonly CheckStep[]): AddressReport['verdict'] {
  if (steps.some(({ outcome }) => outcome === 'failed')) return 'unreachable';
  return steps.some(({ outcome }) => outcome === 'doubtful') ? 'doubtful' : 'reachable';
}

async function resolve(host: string): Promise<string> {
  return isIP(host) ? host : (await lookup(host)).address;
}

const resolvedWords = (host: string) => (ip: string) => ({
  outcome: 'ok' as const,
  words: ip === host ? `${ip} is already an address.` : `${quoted(host)} is ${ip}.`,
});

function openSocket(host: string, port: number, open: Socket[]): Promise<Socket> {
  return new Promise((resolveSocket, reject) => {
    const socket = connectTcp({ host, port });
    open.push(socket);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolveSocket(socket);
    });
  });
}

/** Protocols without an ALPN name negotiate nothing. */
function alpnOf(protocol: AddressCheck['protocol']): { ALPNProtocols?: string[] } {
  const { transport } = protocolFacts[protocol];
  if (transport === 'tcp') return {};
  return { ALPNProtocols: transport === 'h2' ? ['h2'] : ['http/1.1'] };
}

interface Handshake {
  readonly socket: Socket;
  readonly host: string;
  readonly protocol: AddressCheck['protocol'];
  readonly authority: string;
  readonly as: Address['tls'];
  /** List to which the new connection is added, so that it is closed at the end. */
  readonly open: Socket[];
}

function handshake(wanted: Handshake): Promise<TLSSocket> {
  const { socket, host, protocol, authority, as, open } = wanted;
  return new Promise((resolveSocket, reject) => {
    const secure = connectTls({
      socket,
      ...(as ? tlsFields(as) : { ca: [authority, ...getCACertificates('default')] }),
      // The verdict is part of the result instead.
      rejectUnauthorized: false,
      host,
      ...(isIP(host) ? {} : { servername: host }),
      ...alpnOf(protocol),
    });
    open.push(secure);
    secure.once('error', reject);
    socket.once('close', () => reject(new Error('The connection was closed in the handshake')));
    secure.once('secureConnect', () => {
      secure.off('error', reject);
      secure.on('error', () => undefined);
      resolveSocket(secure);
    });
  });
}

function peerWords(peer: TLSSocket, host: string, isAnyones: boolean): StepFinding {
  const { authorizationError } = peer;
  const problem = peer.authorized || isAnyones ? null : String(codeOfRefusal(authorizationError));
  const certificate = peer.getPeerCertificate();
  const known = Object.keys(certificate).length > 0 ? certificate : null;
  const verdict = certificateWords({ problem, certificate: known, host });
  const words = `${peer.getProtocol() ?? 'TLS'}: ${verdict}.`;
  return { outcome: problem === null ? 'ok' : 'doubtful', words };
}

/** Node gives a code or, for a wrong name, an error. */
function codeOfRefusal(refusal: unknown): unknown {
  return refusal instanceof Error ? ((refusal as NodeJS.ErrnoException).code ?? refusal) : refusal;
}
