/** Header fields that belong to one connection and are not passed on (RFC 9110, section 7.6.1). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What the gateway adds to `via`, after the version of HTTP. */
const ownName = 'wirebench';

/**
 * The fields of a message as it is passed on: without those of the connection, and with `via`.
 * @param raw names and values in turn, as Node's `rawHeaders` has them.
 * @returns the same form, order and spelling kept.
 */
export function passedOn(raw: readonly string[], version: string): string[] {
  const fields = pairs(raw);
  const named = new Set(
    fields
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(','))
      .map((name) => name.trim().toLowerCase()),
  );
  const kept = fields.filter(([name]) => {
    const lower = name.toLowerCase();
    return !ofConnection.has(lower) && !named.has(lower);
  });
  return [...kept.flat(), 'via', `${version} ${ownName}`];
}

function pairs(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length >> 1 }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
}
