import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { resolveReferences } from '../../../workloads/messages/xml-text.ts';
import { SameTexts, withLineFeeds, withSpaces, XmlScanner, xmlText } from './xml-text.ts';

/** An element as written, with its name resolved. */
export interface XmlNode {
  /** With its prefix, as written. */
  readonly tag: string;
  readonly name: string;
  readonly namespace: string;
  /** By names as written, including namespace declarations. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Namespaces in scope, by prefix; the default one by ''. */
  readonly scope: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

/** Maximum nesting of elements; descriptions have some twenty levels. */
const deepest = 250;
/** Limits on one document; public descriptions have at most half as many. */
const maxElements = 200_000;
const maxAttributes = 600_000;
/** In one element. */
const maxOfOne = 250;
const longestTag = 100_000;
const longestText = 1_000_000;
/** Of tags and attributes. */
const maxNames = 20_000;
/** Namespaces in scope at elements that declare one, summed over all such elements. */
const maxDeclared = 1_000_000;
const maxKept = 50_000;
const longestKept = 200;
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** Without inherited names, such as `constructor`. */
const emptyScope = (): Record<string, string> => Object.create(null);
const outermost: XmlNode['scope'] = Object.assign(emptyScope(), { xml: xmlNamespace, '': '' });

/** An element whose end has not been read yet. */
interface Open extends XmlNode {
  readonly children: XmlNode[];
  text: string;
}

/** Reads a document in one go, keeping only its elements. */
class Reading {
  readonly #scanner: XmlScanner;
  readonly #names = new SameTexts(maxNames);
  readonly #values = new SameTexts(maxKept);
  readonly #open: Open[] = [];
  #root: XmlNode | null = null;
  #elements = 0;
  #attributes = 0;
  #declared = 0;

  constructor(text: string) {
    this.#scanner = new XmlScanner(text);
  }

  /** For messages. */
  get line(): number {
    return this.#scanner.line;
  }

  /** @throws RangeError */
  read(): XmlNode {
    const scanner = this.#scanner;
    while (!scanner.isAtEnd) {
      this.#plain(scanner.plain());
      if (scanner.takes('<!--')) scanner.before('-->');
      else if (scanner.takes('<![CDATA[')) this.#text(withLineFeeds(scanner.before(']]>')));
      else if (scanner.takes('<?')) scanner.before('?>');
      else if (scanner.takes('</')) this.#end(scanner.before('>').trimEnd());
      else if (scanner.takes('<')) this.#start();
    }
    const open = this.#open.at(-1);
    if (open) throw new RangeError(`${open.tag.slice(0, 60)} has no end`);
    if (this.#root === null) throw new RangeError('it holds no element');
    return this.#root;
  }

  #plain(text: string): void {
    if (text.length > longestText) {
      throw new RangeError(`a text in it is longer than ${longestText} characters`);
    }
    // White space between elements is kept only within a text.
    if (text.trimStart() !== '' || this.#open.at(-1)?.text) {
      this.#text(resolveReferences(withLineFeeds(text)));
    }
  }

  #text(text: string): void {
    const open = this.#open.at(-1);
    if (!open) throw new RangeError('a text stands outside of its element');
    open.text += text;
  }

  #end(tag: string): void {
    const open = this.#open.pop();
    if (open?.tag === tag) return;
    const expected = open ? `expected </${open.tag.slice(0, 60)}>, found ` : '';
    throw new RangeError(`${expected}</${tag.slice(0, 60)}>${open ? '' : ' ends nothing'}`);
  }

  #start(): void {
    const start = this.#scanner.at;
    if (this.#root && this.#open.length === 0) throw new RangeError('it has a second root');
    if (++this.#elements > maxElements) {
      throw new RangeError(`it has more than ${maxElements} elements`);
    }
    if (this.#open.length >= deepest) {
      throw new RangeError(`it has elements that are more than ${deepest} levels deep`);
    }
    const tag = this.#name(this.#scanner.name());
    const around = this.#open.at(-1);
    const { attributes, scope } = this.#head(around?.scope ?? outermost);
    const isEmpty = this.#scanner.close();
    if (this.#scanner.at - start > longestTag) {
      throw new RangeError(`a tag in it is longer than ${longestTag} characters`);
    }
    const colon = tag.indexOf(':');
    const node: Open = {
      tag,
      name: colon < 0 ? tag : this.#names.one(tag.slice(colon + 1)),
      namespace: scope[colon < 0 ? '' : tag.slice(0, colon)] ?? '',
      attributes,
      scope,
      children: [],
      text: '',
    };
    around?.children.push(node);
    this.#root ??= node;
    if (!isEmpty) this.#open.push(node);
  }

  #head(outer: XmlNode['scope']): Pick<XmlNode, 'attributes' | 'scope'> {
    const attributes: Record<string, string> = {};
    let scope: Record<string, string> | null = null;
    let count = 0;
    for (let next = this.#scanner.attribute(); next; next = this.#scanner.attribute()) {
      const name = this.#name(next[0]);
      if (Object.hasOwn(attributes, name)) throw new RangeError(`${name} is there twice`);
      if (++count > maxOfOne) throw new RangeError(`a tag has more than ${maxOfOne} attributes`);
      const value = resolveReferences(withSpaces(next[1]));
      const kept = value.length > longestKept ? value : this.#values.one(value);
      if (name !== '__proto__') attributes[name] = kept;
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      scope ??= Object.assign(emptyScope(), outer);
      scope[this.#names.one(name.slice(6))] = kept;
    }
    this.#attributes += count;
    if (scope) this.#declared += Object.keys(scope).length;
    if (this.#attributes > maxAttributes || this.#declared > maxDeclared) {
      throw new RangeError(`it has more than ${maxAttributes} attributes, or too many namespaces`);
    }
    return { attributes, scope: scope ?? outer };
  }

  #name(name: string): string {
    if (this.#names.isFull) throw new RangeError(`it has more than ${maxNames} names`);
    return this.#names.one(name);
  }
}

/**
 * Reads an XML document. Document types are refused: their entities could read files or fill the memory.
 * @throws WirebenchError SERVICE_INVALID
 */
export function readXml(bytes: Buffer, path: string): XmlNode {
  const text = xmlText(bytes);
  const invalid = (why: string, cause?: unknown) =>
    new WirebenchError('SERVICE_INVALID', `${path} cannot be read: ${why}`, { cause });
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw invalid('it has a document type (<!DOCTYPE), which is not read: remove it');
  }
  const reading = new Reading(text);
  try {
    return reading.read();
  } catch (cause) {
    throw invalid(`line ${reading.line}: ${messageOf(cause)}`, cause);
  }
}

/** Child elements with a name. */
export function childrenOf(node: XmlNode, name: string, namespace = node.namespace): XmlNode[] {
  return node.children.filter((one) => one.name === name && one.namespace === namespace);
}

/** A name with its namespace, as a comparable text. */
export type QName = `{${string}}${string}`;

export function qname(namespace: string, name: string): QName {
  return `{${namespace}}${name}`;
}

/** Resolves a name in an attribute; null for a missing attribute. */
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
