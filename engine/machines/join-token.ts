import { WirebenchError } from '../../contracts/errors.ts';

/** What a machine needs to join: a key that lets it ask, and whom it may tell. */
export interface JoinToken {
  /** Seed of the key (an NKey) that may only ask to join. */
  readonly seed: string;
  /** SHA-256 of the server’s certificate (DER), in base64url; null for a server whose certificate public authorities vouch for, or that has none. */
  readonly fingerprint: string | null;
}

const pattern = /^(SU[A-Z2-7]{56})(?:\.([A-Za-z0-9_-]{43}))?$/;

export function formatJoinToken({ seed, fingerprint }: JoinToken): string {
  return fingerprint === null ? seed : `${seed}.${fingerprint}`;
}

/** @throws WirebenchError ARGUMENT_INVALID */
export function parseJoinToken(text: string): JoinToken {
  const [, seed, fingerprint] = pattern.exec(text.trim()) ?? [];
  if (seed === undefined) {
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      '--token: this is no token of a Wirebench controller',
      {
        hint: 'Copy the whole line that "wirebench run --listen" or the Machines view shows.',
      },
    );
  }
  return { seed, fingerprint: fingerprint ?? null };
}
