import type { CustomService } from '../../contracts/custom.ts';

/** Stands where a secret was. */
export const mask = '•••';

/** @returns what hides in a text what the environment gave, as it is, in JSON and in URLs. */
export function secretsHidden({
  secrets,
}: Pick<CustomService, 'secrets'>): (text: string) => string {
  // Longer ones first: one may be a part of another.
  const hidden = secrets
    .flatMap((one) => [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)])
    .sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((shown, secret) => shown.replaceAll(secret, mask), text);
}
