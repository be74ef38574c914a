import type { OwnService } from '../../contracts/own-service.ts';
import { isSecretName } from '../../contracts/secret-names.ts';
import { recentTokens, tokensGiven } from './tokens.ts';

/** Replaces a secret. */
export const mask = '•••';

type Secrets = Pick<OwnService, 'secrets'> & Partial<Pick<OwnService, 'tokens'>>;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Forms in which a text may contain a value from the environment: plain, in JSON (also nested in a JSON
 * string), in URLs (also a URL in JSON) and in XML. Longer ones first, because one may contain another.
 */
export function secretForms({ secrets, tokens = [] }: Secrets): string[] {
  const forms = [...secrets, ...recentTokens(tokens)].flatMap((one) => [
    one,
    inJson(one),
    inJson(inJson(one)),
    encodeURIComponent(one),
    // As written by libraries that parse the address first.
    encodeURIComponent(one).replaceAll("'", '%27'),
    encodeURIComponent(inJson(one)),
    one.replace(/[&<>]/g, (sign) => entities[sign] ?? sign),
    one.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign),
  ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** Masking shorter values would mask too much. */
const shortestTaken = 6;

/** Whether a value taken from an answer may be a secret, judged by its name and content. */
export const isSecretTaken = (name: string, value: string): boolean =>
  value.length >= shortestTaken && isSecretName(name);

/** A shorter prefix of a secret is an ordinary word. */
const shortestCut = 4;

/** @returns the length of a secret's prefix at the end of a text; 0 for none. */
function cutLength(text: string, form: string): number {
  let length = Math.min(form.length - 1, text.length);
  while (length >= shortestCut && !text.endsWith(form.slice(0, length))) length--;
  return length >= shortestCut ? length : 0;
}

/** Masks values taken from answers that may be secrets, which a service may repeat. @param names of the values. */
export function takenHidden(
  names: readonly string[],
  taken: readonly string[],
): (message: string) => string {
  const secrets = taken.filter((value, slot) => isSecretTaken(names[slot] ?? '', value));
  return secrets.length === 0 ? (message) => message : messageHidden({ secrets });
}

/** Masks secrets in a message that quotes a service, and may have been cut within one. */
export function messageHidden(service: Secrets): (message: string) => string {
  const hidden = secretsHidden(service);
  const forms = secretForms(service);
  return (message) => {
    const shown = hidden(message);
    const said = shown.replace(/…$/, '');
    const cut = Math.max(0, ...forms.map((form) => cutLength(said, form)));
    return cut === 0 ? shown : `${said.slice(0, -cut)}${mask}${shown.slice(said.length)}`;
  };
}

/** @returns a function that masks values from the environment in a text, in all their forms. */
export function secretsHidden(service: Secrets): (text: string) => string {
  const { tokens = [] } = service;
  let given = tokensGiven(tokens);
  let hidden = secretForms(service);
  return (text) => {
    const now = tokensGiven(tokens);
    if (now !== given) hidden = secretForms(service);
    given = now;
    return hidden.reduce((shown, secret) => shown.replaceAll(secret, mask), text);
  };
}
