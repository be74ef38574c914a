import { WirebenchError } from '../../contracts/errors.ts';
import { publicKey } from './keys.ts';

/** Credentials of a machine that joins: a key, and the servers to trust. */
export interface JoinToken {
  /**
   * Seed of the key (an NKey). On a controller’s own server it is only good for asking to join; on an existing server
   * the messages are encrypted with a key that is derived from it.
   */
  readonly seed: string;
  /** SHA-256 of the servers’ certificates (DER), in base64url; empty if authorities sign them, or if there is no TLS. */
  readonly fingerprints: readonly string[];
  /** Whether it is for an existing server, which requires its own credentials. */
  readonly isShared: boolean;
}

const pattern = /^(nats\.)?(SU[A-Z2-7]{56})((?:\.[A-Za-z0-9_-]{43}){0,16})$/;

export function formatJoinToken({ seed, fingerprints, isShared }: JoinToken): string {
  return [...(isShared ? ['nats'] : []), seed, ...fingerprints].join('.');
}

/** A seed ends with a checksum, which detects a wrong character. */
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
      '--token: this is not a token of a Wirebench controller',
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
