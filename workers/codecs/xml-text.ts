import { escapeText } from '../../workloads/messages/xml-text.ts';

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Resolves XML text: normalises line ends (XML 1.0, 2.11), then resolves the five named entities and
 * character references (4.1); the parser's own limits on them are too low.
 * @throws RangeError for an invalid character reference.
 */
export function unescapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));/g, (whole, hex, decimal, name) => {
      if (name !== undefined) return namedEntities[name] ?? whole;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    });
}

/** The parser would mix the unescaped text of CDATA sections with escaped text. */
export function escapeSections(xml: string): string {
  if (!xml.includes('<![CDATA[')) return xml;
  return xml.replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_section, text: string) =>
    text.replace(/[&<>]/g, (character) => escapeText(character)),
  );
}
