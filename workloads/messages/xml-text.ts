const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // A literal carriage return would be normalised to a line feed (XML 1.0, 2.11).
  '\r': '&#13;',
};

/** Text as the content of an XML element. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => references[character] ?? character);
}
