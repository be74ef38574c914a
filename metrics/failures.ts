/** Normalises messages of failures that differ only in counts, ports and the like. */
export function failureKind(message: string): string {
  return message.replace(/\d+/g, '0');
}

/** Keys under which bodies of refusals in JSON have their reason, the most telling first. */
const reasonKeys = ['message', 'detail', 'error', 'title', 'reason', 'description'];

function reasonIn(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  for (const key of reasonKeys) {
    const reason = reasonIn(Reflect.get(value, key));
    if (reason !== null) return reason;
  }
  return null;
}

/** The text of a refusal without what its code says already: `database is down` of `HTTP 500: {"error":"database is down"}`. */
export function failureReason({ code, message }: { code: string; message: string }): string {
  const text = message
    .replace(/^HTTP \d+(: |$)/, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === code) return '';
  if (!text.startsWith('{')) return text;
  try {
    return reasonIn(JSON.parse(text)) ?? text;
  } catch {
    // Not JSON, or cut off.
    return text;
  }
}

/** A kind of failure in a sentence: `500 “database is down”`, `ECONNREFUSED`. */
export function failureWords(error: { code: string; message: string }): string {
  const reason = failureReason(error).replace(/\.$/, '');
  const short = reason.length <= 80 ? reason : `${reason.slice(0, 79)}…`;
  return short === '' ? error.code : `${error.code} “${short}”`;
}
