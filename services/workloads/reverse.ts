const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800;
const isLowSurrogate = (unit: number) => (unit & 0xfc00) === 0xdc00;
const beyondLatin1 = /[\u0100-\uffff]/;

/** Reversing units inverts each surrogate pair: restores low–high to high–low. */
function mendPairs(units: Uint16Array): void {
  for (let i = 0; i + 1 < units.length; i++) {
    const first = units[i] ?? 0;
    const second = units[i + 1] ?? 0;
    if (!isLowSurrogate(first) || !isHighSurrogate(second)) continue;
    units[i] = second;
    units[i + 1] = first;
    i++;
  }
}

function reverseWide(text: string): string {
  const bytes = Buffer.from(text, 'utf16le');
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  mendPairs(units.reverse());
  return bytes.toString('utf16le');
}

/**
 * The characters (Unicode code points) of a text in reverse order; surrogate pairs stay whole. Works on
 * bytes in place, since splitting two million characters into an array costs far more than any protocol
 * does.
 */
export function reverseCharacters(text: string): string {
  if (beyondLatin1.test(text)) return reverseWide(text);
  return Buffer.from(text, 'latin1').reverse().toString('latin1');
}
