import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';

/** An element as it was written, its name resolved. */
export interface XmlNode {
  /** With its prefix, as written. */
  readonly tag: string;
  readonly name: string;
  readonly namespace: string;
  /** By names as written, namespace declarations among them. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Namespaces by prefix where this element stands; the default one by ''. */
  readonly scope: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

/** Elements inside of each other; descriptions have some twenty. */
const deepest = 250;
/** What the parser takes hundreds of bytes for; public descriptions have half as many. */
const mostTags = 400_000;
const longestTag = 100_000;
const longestText = 1_000_000;
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/** References to characters; there are no others, since document types are refused. */
function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w+);/g, (all, what: string) => {
    if (!what.startsWith('#')) return named[what] ?? all;
    const code = what[1] === 'x' ? Number.parseInt(what.slice(2), 16) : Number(what.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

type Parsed = Readonly<Record<string, unknown>>;

function nodeOf(parsed: Parsed, outer: XmlNode['scope']): XmlNode | null {
  const tag = Object.keys(parsed).find((key) => key !== ':@');
  if (tag === undefined || tag.startsWith('#') || tag.startsWith('?')) return null;
  const attributes = Object.fromEntries(
    Object.entries((parsed[':@'] ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      decoded(String(value)),
    ]),
  );
  const declared = Object.entries(attributes)
    .filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
    .map(([name, value]) => [name.slice(6), value]);
  const scope = declared.length === 0 ? outer : { ...outer, ...Object.fromEntries(declared) };
  const [prefix, name] = tag.includes(':') ? (tag.split(':', 2) as [string, string]) : ['', tag];
  const inside = (parsed[tag] ?? []) as readonly Parsed[];
  return {
    tag,
    name,
    namespace: scope[prefix] ?? '',
    attributes,
    scope,
    children: inside.map((one) => nodeOf(one, scope)).filter((one) => one !== null),
    text: inside.map((one) => ('#text' in one ? decoded(String(one['#text'])) : '')).join(''),
  };
}

/** What would take the memory of the parser. @throws RangeError */
function refuseLarge(text: string): void {
  let tags = 0;
  let end = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', end)) {
    if (++tags > mostTags) throw new RangeError(`it has more than ${mostTags} tags`);
    if (at - end > longestText) {
      throw new RangeError(`a text in it is longer than ${longestText} characters`);
    }
    const isComment = text.startsWith('<!--', at);
    const isSection = isComment || text.startsWith('<![CDATA[', at);
    const found = text.indexOf(isSection ? (isComment ? '-->' : ']]>') : '>', at);
    end = found < 0 ? text.length : found;
    if (!isSection && end - at > longestTag) {
      throw new RangeError(`a tag in it is longer than ${longestTag} characters`);
    }
  }
}

/** By its byte order mark; all else is read as UTF-8. */
function textOf(bytes: Buffer): string {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return new TextDecoder(encoding)
    .decode(bytes)
    .replace(/^\uFEFF/, '')
    .trimStart();
}

/**
 * Reads an XML document. Document types are refused: their entities could read files or fill the memory.
 * @throws WirebenchError SERVICE_INVALID
 */
export function readXml(bytes: Buffer, path: string): XmlNode {
  const invalid = (why: string, cause?: unknown) =>
    new WirebenchError('SERVICE_INVALID', `${path} cannot be read: ${why}`, { cause });
  const text = textOf(bytes);
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw invalid('it has a document type (<!DOCTYPE), which is not read: remove it');
  }
  try {
    refuseLarge(text);
    const valid = XMLValidator.validate(text);
    if (valid !== true) throw invalid(`line ${valid.err.line}: ${valid.err.msg}`);
    const parsed = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: '',
      parseTagValue: false,
      processEntities: false,
      trimValues: false,
      maxNestedTags: deepest,
    }).parse(text) as readonly Parsed[];
    const roots = parsed.map((one) => nodeOf(one, { xml: xmlNamespace, '': '' }));
    const root = roots.find((one) => one !== null);
    if (root) return root;
  } catch (cause) {
    throw cause instanceof WirebenchError ? cause : invalid(messageOf(cause), cause);
  }
  throw invalid('it holds no element');
}

/** Elements of a name, directly in another. */
export function childrenOf(node: XmlNode, name: string, namespace = node.namespace): XmlNode[] {
  return node.children.filter((one) => one.name === name && one.namespace === namespace);
}

/** A name with its namespace, as text that can be compared. */
export type QName = `{${string}}${string}`;

export function qname(namespace: string, name: string): QName {
  return `{${namespace}}${name}`;
}

/** What a name in an attribute means where it stands; null for an attribute that is not there. */
export function referred(node: XmlNode, attribute: string): QName | null {
  const value = node.attributes[attribute]?.trim();
  if (!value) return null;
  return resolved(node, value);
}

export function resolved(node: XmlNode, value: string): QName {
  const [first = '', second] = value.split(':', 2);
  return second === undefined
    ? qname(node.scope[''] ?? '', first)
    : qname(node.scope[first] ?? '', second);
}

/** Namespace and name of a {@link QName}. */
export function splitName(name: QName): [namespace: string, name: string] {
  const end = name.lastIndexOf('}');
  return [name.slice(1, end), name.slice(end + 1)];
}
