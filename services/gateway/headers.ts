/** Header fields of one connection, which are not forwarded (RFC 9110, section 7.6.1). */
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

/** Value added to `via`, after the version of HTTP. */
const ownName = 'wirebench';

/**
 * The forwarded fields of a message: without connection headers, and with `via`.
 * @param raw alternating names and values, as in Node's `rawHeaders`.
 * @returns the same form, with order and spelling preserved.
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
