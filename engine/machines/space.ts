import { createHash } from 'node:crypto';
import { publicKey } from './keys.ts';
import { noSeal, type Seal, sealBy } from './seal.ts';
import { reportStream } from './subjects.ts';

/** What of a NATS server belongs to one controller. */
export interface Space {
  /** Its subjects begin with it, in place of `wb`. */
  readonly prefix: string;
  /** Name of the stream that keeps its reports. */
  readonly stream: string;
  readonly seal: Seal;
  /** Where answers come. @param machine its id; null for the controller. */
  inbox(machine: string | null): string;
}

/** All of a server of our own, which has nobody else and lets each say what is its own. */
export const wholeServer: Omit<Space, 'inbox'> = {
  prefix: 'wb',
  stream: reportStream,
  seal: noSeal,
};

/**
 * The part of an existing server that belongs to the controller of a token, by the token’s key: whoever has the token
 * finds it, and nobody else can say or read anything there.
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
