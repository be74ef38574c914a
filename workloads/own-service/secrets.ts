import type { OwnService } from '../../contracts/own-service.ts';
import { isSecretName } from '../../contracts/secret-names.ts';
import { recentTokens, tokensGiven } from './tokens.ts';

/** Stands where a secret was. */
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

/** What the environment gave as texts may hold it: as it is, in JSON (also in a text of JSON that is a value of JSON), in URLs (also JSON in a URL) and in XML. Longer ones first: one may be a part of another. */
export function secretForms({ secrets, tokens = [] }: Secrets): string[] {
  const forms = [...secrets, ...recentTokens(tokens)].flatMap((one) => [
    one,
    inJson(one),
    inJson(inJson(one)),
    encodeURIComponent(one),
    // As libraries write it that read the address first.
    encodeURIComponent(one).replaceAll("'", '%27'),
    encodeURIComponent(inJson(one)),
    one.replace(/[&<>]/g, (sign) => entities[sign] ?? sign),
    one.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign),
  ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** Values shorter than this hide too much when they are hidden. */
const shortestTaken = 6;

/** Whether what is taken out of an answer under a name may be a secret, by both. */
export const isSecretTaken = (name: string, value: string): boolean =>
  value.length >= shortestTaken && isSecretName(name);

/** The beginning of a secret that is shorter is a word like others. */
const shortestCut = 4;

/** @returns how much of a secret a text ends with; 0 for none. */
function cutLength(text: string, form: string): number {
  let length = Math.min(form.length - 1, text.length);
  while (length >= shortestCut && !text.endsWith(form.slice(0, length))) length--;
  return length >= shortestCut ? length : 0;
}

/** Hides what was taken out of answers and may be a secret, which a service may repeat. @param names of the values. */
export function takenHidden(
  names: readonly string[],
  taken: readonly string[],
): (message: string) => string {
  const secrets = taken.filter((value, slot) => isSecretTaken(names[slot] ?? '', value));
  return secrets.length === 0 ? (message) => message : messageHidden({ secrets });
}

/** Hides secrets in a message that holds a part of what a service said, which may have been cut in the middle of one. */
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

/** @returns what hides in a text what the environment gave, in all its forms. */
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
