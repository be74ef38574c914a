/** The codings of a body that a client has to decode; null for none. @param value of the header `content-encoding`. */
export function codingOf(value: string): string | null {
  const codings = value
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const real = codings.filter((coding) => coding !== '' && coding !== 'identity');
  return real.length > 0 ? real.join(', ') : null;
}
