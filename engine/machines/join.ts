import { setTimeout as pause } from 'node:timers/promises';
import { AuthorizationError, type NatsConnection, RequestError } from '@nats-io/transport-node';
import { fromErrorReport, messageOf, WirebenchError } from '../../contracts/errors.ts';
import { type AgentFacts, joinReplySchema } from '../../contracts/machines.ts';
import { type JoinToken, parseJoinToken } from './join-token.ts';
import { newSeed, publicKey } from './keys.ts';
import { Line, type Transport } from './line.ts';
import { certificateOf, type LinkOptions, openLink, unreachable } from './link.ts';
import { formatNatsAddresses, type NatsAddress } from './nats-address.ts';
import type { NatsLogin } from './nats-login.ts';
import { decodeMessage, encodeMessage } from './objects.ts';
import { hintOf, LinkError, openServerLink, type ServerLinkOptions } from './server-link.ts';
import { spaceOf } from './space.ts';
import { inboxes, subjects } from './subjects.ts';
import type { Trust } from './trust.ts';

const answerMs = 5000;
/** Pause between retries of temporary failures. */
const retryMs = 300;
/** A key that is refused for this long is wrong; a server that is silent for this long is gone. */
const refusedMs = 8000;
const silentMs = 45_000;

/** How a machine joins a controller. */
export interface JoinOptions {
  readonly addresses: readonly NatsAddress[];
  readonly token: string;
  /** For a server that is not the controller’s own. */
  readonly login: NatsLogin;
  /** The same; overrides the trust that the token states. */
  readonly trust: Trust;
  readonly facts: AgentFacts;
}

/** A machine that was admitted. */
export interface Joined {
  readonly id: string;
  readonly line: Transport;
}

/**
 * Joins a controller.
 * @throws WirebenchError JOIN_REFUSED, ARGUMENT_INVALID; CONTROLLER_UNREACHABLE while there is none.
 */
export async function joinController(options: JoinOptions): Promise<Joined> {
  const token = parseJoinToken(options.token);
  try {
    return token.isShared ? await joinShared(options, token) : await joinOwn(options, token);
  } catch (error) {
    if (error instanceof WirebenchError) throw error;
    const what = `${formatNatsAddresses(options.addresses)}: ${messageOf(error)}`;
    throw error instanceof AuthorizationError
      ? new WirebenchError('JOIN_REFUSED', what, {
          cause: error,
          hint: 'Copy the line again from the controller: its token may be another.',
        })
      : new WirebenchError('CONTROLLER_UNREACHABLE', what, {
          cause: error,
          hint: 'The NATS server answers, but the controller does not: wait until it has started.',
        });
  }
}

/** Joins by the controller’s own server, which knows each machine by its key. */
async function joinOwn(
  { addresses, facts }: JoinOptions,
  { seed: joining, fingerprints }: JoinToken,
): Promise<Joined> {
  const [address] = addresses;
  const [fingerprint] = fingerprints;
  if (fingerprint === undefined) {
    throw new WirebenchError('ARGUMENT_INVALID', '--token: the token names no certificate');
  }
  if (address === undefined || addresses.length > 1 || address.scheme === 'ws') {
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      '--join: the token is of a controller with a server of its own, which has one address',
      { hint: 'Copy the whole line that the controller shows.' },
    );
  }
  const { host, port, scheme, path } = address;
  const place = { host, port, webPath: scheme === 'wss' ? path : undefined };
  const certificate = await certificateOf(place, fingerprint);
  const own = newSeed();
  const id = publicKey(own);
  const common = { ...place, certificate, name: facts.name };
  await persistently(() => askToJoin({ ...common, seed: joining }, { id, facts }));
  const link = await admitted({ ...common, seed: own, inbox: inboxes.agent(id) });
  return { id, line: new Line(link) };
}

/** Joins by an existing server, where messages are sealed with the token. */
async function joinShared(
  { addresses, login, trust, facts }: JoinOptions,
  { seed, fingerprints }: JoinToken,
): Promise<Joined> {
  const id = publicKey(newSeed());
  const space = spaceOf(seed);
  const isPinned = trust.by === 'system' && fingerprints.length > 0;
  const link = await sharedLink({
    addresses,
    login,
    trust: isPinned ? { by: 'fingerprint', fingerprints } : trust,
    inbox: space.inbox(id),
    name: facts.name,
  });
  const line = new Line(link, space);
  try {
    await ask(line, { id, facts });
    return { id, line };
  } catch (error) {
    await line.close();
    // A server reports immediately when nothing is subscribed there.
    if (error instanceof RequestError && error.isNoResponders()) {
      throw new Error('no controller of this token listens there', { cause: error });
    }
    throw error;
  }
}

async function sharedLink(options: ServerLinkOptions): Promise<NatsConnection> {
  try {
    return await openServerLink(options);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    if (error.failure === 'unreachable') throw unreachable('NATS server', error);
    throw new WirebenchError('JOIN_REFUSED', `NATS server ${error.message}`, {
      cause: error,
      hint: hintOf(error),
    });
  }
}

/** @throws WirebenchError JOIN_REFUSED; Error of the client */
async function ask(line: Line, request: { id: string; facts: AgentFacts }): Promise<void> {
  const answer = await line.request(subjects.join, encodeMessage(request), { timeout: answerMs });
  const reply = joinReplySchema.parse(decodeMessage(answer.data));
  if (!reply.ok) throw fromErrorReport(reply.error);
}

/** Asks to be admitted, once, with the key of the token. */
async function askToJoin(
  place: Omit<LinkOptions, 'inbox'>,
  request: { id: string; facts: AgentFacts },
): Promise<void> {
  const line = new Line(await openLink({ ...place, inbox: inboxes.join }));
  try {
    await ask(line, request);
  } finally {
    await line.close();
  }
}

/**
 * Connects with a key that the server knows, or soon will.
 * @param gone ends it, with its reason: the server no longer exists.
 * @throws Error of the client
 */
export function admitted(options: LinkOptions, gone?: AbortSignal): Promise<NatsConnection> {
  // The server was verified before: a busy machine is only slow.
  return persistently(() => openLink(options), silentMs, gone);
}

/**
 * Retries what a server that rereads its users, or is busy with many machines joining concurrently, refuses or leaves
 * unanswered for a moment.
 * @throws the last error, once this has lasted too long; immediately for permanent errors.
 */
async function persistently<Result>(
  act: () => Promise<Result>,
  maxRefusedMs = refusedMs,
  gone?: AbortSignal,
): Promise<Result> {
  const begun = performance.now();
  // One refusal after many slow attempts does not mean anything yet.
  let refusedSince: number | null = null;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      gone?.throwIfAborted();
      const now = performance.now();
      refusedSince = error instanceof AuthorizationError ? (refusedSince ?? now) : null;
      const isFinal = error instanceof WirebenchError;
      const isOver =
        refusedSince === null ? now - begun > silentMs : now - refusedSince > maxRefusedMs;
      if (isFinal || isOver) throw error;
      await pause(retryMs);
    }
  }
}
