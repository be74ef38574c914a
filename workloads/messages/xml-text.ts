const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // A literal carriage return would be normalised to a line feed (XML 1.0, 2.11).
  '\r': '&#13;',
};

/** Text as the content of an XML element. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => escapes[character] ?? character);
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/**
 * Text with its character references resolved; there are no others when document types are refused. Anything
 * else stays as written.
 */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[a-z]{1,8});/g, (all, what: string) => {
    if (!what.startsWith('#')) return entities[what] ?? all;
    const code = what[1] === 'x' ? Number.parseInt(what.slice(2), 16) : Number(what.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
