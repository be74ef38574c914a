import { createHash } from 'node:crypto';
import { publicKey } from './keys.ts';
import { noSeal, type Seal, sealBy } from './seal.ts';
import { reportStream } from './subjects.ts';

/** The part of a NATS server that belongs to one controller. */
export interface Space {
  /** Prefix of its subjects, in place of `wb`. */
  readonly prefix: string;
  /** Name of the stream that stores its reports. */
  readonly stream: string;
  readonly seal: Seal;
  /** Subjects for replies. @param machine its id; null for the controller. */
  inbox(machine: string | null): string;
}

/** The whole of a controller's own server, which has no other users and checks who may send what. */
export const wholeServer: Omit<Space, 'inbox'> = {
  prefix: 'wb',
  stream: reportStream,
  seal: noSeal,
};

/**
 * The part of an existing server that belongs to the controller of a token, derived from the token’s key: holders of the
 * token find it, and no one else can send or read anything there.
 * @param seed of the token.
 */
export function spaceOf(seed: string): Space {
  const name = createHash('sha256').update(publicKey(seed)).digest('hex').slice(0, 16);
  const prefix = `wb.${name}`;
  return {
    prefix,
    stream: `WIREBENCH_${name}`,
    seal: sealBy(seed),
    inbox: (machine) => (machine === null ? `${prefix}.inbox` : `${prefix}.agent.${machine}.inbox`),
  };
}
