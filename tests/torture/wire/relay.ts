import { connect, type Socket } from 'node:net';
import { listen } from '../../support/loopback.ts';
import { below, noise, pick } from '../bytes/mutate.ts';

/** Changes the bytes of one direction of a connection; `null` at its end. */
export type Harm = (to: Socket, piece: Buffer) => Buffer | null;

/** A port in front of a service, which changes what the service sends. */
export interface Relay {
  readonly port: number;
  /** Bytes that clients have sent, by connection. */
  readonly sent: readonly Buffer[];
  close(): Promise<void>;
}

/** Acts at one position of the bytes; everything before it and, as a rule, after it passes. */
function atPlace(
  place: number,
  act: (to: Socket, piece: Buffer, at: number) => Buffer | null,
): Harm {
  let passed = 0;
  let ended = false;
  return (to, piece) => {
    if (ended) return null;
    const at = place - passed;
    passed += piece.length;
    if (at < 0 || at >= piece.length) return piece;
    const changed = act(to, piece, at);
    ended = changed === null;
    return changed;
  };
}

const inserted = (piece: Buffer, at: number, more: Buffer) =>
  Buffer.concat([piece.subarray(0, at), more, piece.subarray(at)]);

/** One fault of a connection. */
export function anyHarm(random: () => number): Harm {
  const place = below(random, random() < 0.5 ? 120 : 900);
  const bit = 1 << below(random, 8);
  const more = noise(random, 1 + below(random, 40));
  const flip = () =>
    atPlace(place, (_to, piece, at) => {
      const changed = Buffer.from(piece);
      changed[at] = (changed[at] ?? 0) ^ bit;
      return changed;
    });
  const endBy = (act: (to: Socket) => void) =>
    atPlace(place, (to, piece, at) => {
      to.write(piece.subarray(0, at));
      act(to);
      return null;
    });
  return pick(random, [
    flip,
    flip,
    flip,
    () => endBy((to) => to.end()),
    () => endBy((to) => to.resetAndDestroy()),
    () => atPlace(place, (_to, piece, at) => inserted(piece, at, more)),
    () => atPlace(place, (_to, piece) => Buffer.concat([piece, piece])),
    () => atPlace(place, (_to, piece, at) => piece.subarray(at)),
    ...(random() < 0.2 ? [() => endBy(() => undefined)] : []),
  ])();
}

/** Passes everything on. */
export const noHarm: Harm = (_to, piece) => piece;

/** Listens in front of a service; each connection gets its own fault. */
export async function startRelay(service: number, harmOf: () => Harm): Promise<Relay> {
  const sent: Buffer[] = [];
  const { port, close } = await listen((client) => {
    const upstream = connect({ host: '127.0.0.1', port: service, noDelay: true });
    const harm = harmOf();
    const number = sent.push(Buffer.alloc(0)) - 1;
    client.setNoDelay(true);
    upstream.on('error', () => undefined);
    client.on('data', (piece: Buffer) => {
      sent[number] = Buffer.concat([sent[number] ?? Buffer.alloc(0), piece]);
      if (!upstream.destroyed) upstream.write(piece);
    });
    upstream.on('data', (piece: Buffer) => {
      const changed = harm(client, piece);
      if (changed !== null && changed.length > 0 && !client.destroyed) client.write(changed);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('end', () => client.end());
  });
  return { port, sent, close };
}
