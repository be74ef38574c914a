import { WirebenchError } from '../../contracts/errors.ts';
import { publicKey } from './keys.ts';

/** Credentials of a joining machine: a key that lets it ask, and the servers to trust. */
export interface JoinToken {
  /** Seed of the key (an NKey): on a controller’s own server it may only ask to join, on another it seals what is said. */
  readonly seed: string;
  /** SHA-256 of certificates (DER) that the servers have, in base64url; empty where authorities vouch for them, or there is no TLS. */
  readonly fingerprints: readonly string[];
  /** Whether the server is one that runs already, which wants credentials of its own. */
  readonly isShared: boolean;
}

const pattern = /^(nats\.)?(SU[A-Z2-7]{56})((?:\.[A-Za-z0-9_-]{43}){0,16})$/;

export function formatJoinToken({ seed, fingerprints, isShared }: JoinToken): string {
  return [...(isShared ? ['nats'] : []), seed, ...fingerprints].join('.');
}

/** A seed ends with a checksum, by which a wrong character is seen. */
function isSeed(text: string): boolean {
  try {
    publicKey(text);
    return true;
  } catch {
    return false;
  }
}

/** @throws WirebenchError ARGUMENT_INVALID */
export function parseJoinToken(text: string): JoinToken {
  const [, mark, seed, fingerprints = ''] = pattern.exec(text.trim()) ?? [];
  if (seed === undefined || !isSeed(seed)) {
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      '--token: this is no token of a Wirebench controller',
      {
        hint: 'Copy the whole line that "wirebench run --listen" or the Machines view shows.',
      },
    );
  }
  return {
    seed,
    fingerprints: fingerprints.split('.').filter((one) => one !== ''),
    isShared: mark !== undefined,
  };
}
