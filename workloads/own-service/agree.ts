import type { OwnService, OwnServiceRequest } from '../../contracts/own-service.ts';
import type { Protocol } from '../../contracts/words.ts';
import type { OwnServiceAnswer } from './judge.ts';
import { secretsHidden } from './secrets.ts';
import { takerOf } from './take.ts';

/**
 * Parts of an answer that must be equal in every protocol, as texts by name; absent parts are left out.
 * Secrets are masked.
 */
export function agreedParts(
  { agree }: Pick<OwnServiceRequest, 'agree'>,
  service: Pick<OwnService, 'secrets' | 'namespaces'>,
  protocol: Protocol,
  answer: OwnServiceAnswer,
): Record<string, string> {
  const hidden = secretsHidden(service);
  const parts = agree.flatMap(({ name, at }) => {
    const place = at[protocol];
    const into: string[] = [];
    const untaken = place
      ? takerOf({ value: place }, new Map(), service.namespaces)?.(answer, into)
      : name;
    return untaken === null ? [[name, hidden(into[0] ?? '')]] : [];
  });
  return Object.fromEntries(parts);
}
