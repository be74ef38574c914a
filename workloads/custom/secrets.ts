import type { CustomService } from '../../contracts/custom.ts';

/** Stands where a secret was. */
export const mask = '•••';

type Secrets = Pick<CustomService, 'secrets'>;

/** Headers that hold secrets, whoever wrote them. */
const secretHeaders =
  /^(authorization|proxy-authorization|cookie|set-cookie|.*(api-?key|token|secret).*)$/i;

/** Whether a header of this name holds a secret, whatever it says. */
export const isSecretHeader = (name: string): boolean => secretHeaders.test(name);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** What the environment gave as texts may hold it: as it is, in JSON (also in a text of JSON that is a value of JSON), in URLs and in XML. Longer ones first: one may be a part of another. */
export function secretForms({ secrets }: Secrets): string[] {
  const forms = secrets.flatMap((one) => [
    one,
    inJson(one),
    inJson(inJson(one)),
    encodeURIComponent(one),
    one.replace(/[&<>]/g, (sign) => entities[sign] ?? sign),
    one.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign),
  ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** @returns what hides in a text what the environment gave, in all its forms. */
export function secretsHidden(service: Secrets): (text: string) => string {
  const hidden = secretForms(service);
  return (text) => hidden.reduce((shown, secret) => shown.replaceAll(secret, mask), text);
}
