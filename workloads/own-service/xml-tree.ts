/** An XML answer as a tree, for XPath. */

import { resolveReferences } from '../messages/xml-text.ts';

interface Inner {
  readonly parentNode: XmlParent | null;
  /** Index among the nodes of its parent. */
  readonly index: number;
}

interface XmlText extends Inner {
  readonly nodeType: 3;
  readonly nodeName: '#text';
  data: string;
}

export interface XmlAttribute {
  readonly nodeType: 2;
  readonly nodeName: string;
  readonly name: string;
  readonly localName: string;
  readonly prefix: string | null;
  readonly namespaceURI: string | null;
  readonly value: string;
  readonly parentNode: XmlElement;
}

export interface XmlElement extends Inner {
  readonly nodeType: 1;
  readonly nodeName: string;
  readonly localName: string;
  readonly prefix: string | null;
  readonly namespaceURI: string | null;
  readonly attributes: XmlAttribute[];
  readonly childNodes: (XmlElement | XmlText)[];
}

export interface XmlDocument {
  readonly nodeType: 9;
  readonly nodeName: '#document';
  readonly parentNode: null;
  readonly index: 0;
  readonly childNodes: XmlElement[];
}

export type XmlParent = XmlDocument | XmlElement;
export type TreeNode = XmlParent | XmlText | XmlAttribute;

/** Limits for an answer, so that a service cannot exhaust the memory. */
const maxCharacters = 16_000_000;
const maxNodes = 200_000;
const deepest = 250;

type Scope = Record<string, string>;
const builtIn: Scope = Object.assign(Object.create(null), {
  xml: 'http://www.w3.org/XML/1998/namespace',
});

/** Patterns for the start of a tag, an attribute, the end of a tag. */
const tagName = /<([^\s/>!?=<&"']+)/y;
const attribute = /\s+([^\s=/>"'<]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /\s*(\/?)>/y;

function splitName(name: string): [prefix: string | null, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? [null, name] : [name.slice(0, colon), name.slice(colon + 1)];
}

class Reader {
  readonly #text: string;
  #at = 0;
  #nodes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): XmlDocument {
    const text = this.#text;
    const document: XmlDocument = {
      nodeType: 9,
      nodeName: '#document',
      parentNode: null,
      index: 0,
      childNodes: [],
    };
    const open: XmlElement[] = [];
    const scopes: Scope[] = [builtIn];
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
    while (this.#at < text.length) {
      const inner = open.at(-1);
      const tag = text.indexOf('<', this.#at);
      const end = tag < 0 ? text.length : tag;
      if (end > this.#at) this.#addText(inner, resolveReferences(text.slice(this.#at, end)));
      if (tag < 0) break;
      this.#at = tag;
      if (text.startsWith('<!--', tag)) this.#skip('-->');
      else if (text.startsWith('<?', tag)) this.#skip('?>');
      else if (text.startsWith('<![CDATA[', tag)) {
        this.#addText(inner, this.#skip(']]>').slice('<![CDATA['.length, -']]>'.length));
      } else if (text.startsWith('<!', tag)) {
        throw new TypeError('it has a document type, which is not read');
      } else if (text.startsWith('</', tag)) {
        const closed = /^<\/([^\s>]+)\s*>$/.exec(this.#skip('>'))?.[1];
        if (inner === undefined || closed !== inner.nodeName) throw this.#fault();
        open.pop();
        scopes.pop();
      } else {
        const scope = scopes.at(-1) ?? builtIn;
        const made = this.#element(inner ?? document, scope);
        if (open.length >= deepest)
          throw new RangeError(`it is more than ${deepest} elements deep`);
        if (made.isEmpty) continue;
        open.push(made.element);
        scopes.push(made.scope);
      }
    }
    if (open.length > 0 || document.childNodes.length !== 1) throw this.#fault();
    return document;
  }

  /** @returns the text up to this terminator. */
  #skip(end: string): string {
    const found = this.#text.indexOf(end, this.#at);
    if (found < 0) throw this.#fault();
    const skipped = this.#text.slice(this.#at, found + end.length);
    this.#at = found + end.length;
    return skipped;
  }

  #fault(): TypeError {
    return new TypeError(
      `it is not XML: ${JSON.stringify(this.#text.slice(this.#at, this.#at + 30))}`,
    );
  }

  #count(): void {
    if (++this.#nodes > maxNodes) throw new RangeError(`it has more than ${maxNodes} nodes`);
  }

  #addText(into: XmlElement | undefined, data: string): void {
    if (into === undefined) {
      if (data.trim() !== '') throw this.#fault();
      return;
    }
    const last = into.childNodes.at(-1);
    if (last?.nodeType === 3) {
      last.data += data;
      return;
    }
    this.#count();
    const index = into.childNodes.length;
    into.childNodes.push({ nodeType: 3, nodeName: '#text', data, parentNode: into, index });
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #element(parent: XmlParent, outer: Scope) {
    this.#count();
    const name = this.#match(tagName)?.[1];
    if (name === undefined) throw this.#fault();
    const written: [name: string, value: string][] = [];
    let scope = outer;
    for (let found = this.#match(attribute); found; found = this.#match(attribute)) {
      this.#count();
      const [, key = '', double, single] = found;
      const value = resolveReferences(double ?? single ?? '');
      if (key === 'xmlns' || key.startsWith('xmlns:')) {
        if (scope === outer) scope = Object.create(outer) as Scope;
        scope[key.slice('xmlns:'.length)] = value;
      } else written.push([key, value]);
    }
    const end = this.#match(tagEnd);
    if (!end) throw this.#fault();
    const [prefix, localName] = splitName(name);
    const element: XmlElement = {
      nodeType: 1,
      nodeName: name,
      localName,
      prefix,
      namespaceURI: scope[prefix ?? ''] || null,
      attributes: [],
      childNodes: [],
      parentNode: parent,
      index: parent.childNodes.length,
    };
    for (const [key, value] of written) {
      const [own, local] = splitName(key);
      element.attributes.push({
        nodeType: 2,
        nodeName: key,
        name: key,
        localName: local,
        prefix: own,
        namespaceURI: own === null ? null : (scope[own] ?? null),
        value,
        parentNode: element,
      });
    }
    parent.childNodes.push(element);
    return { element, scope, isEmpty: end[1] === '/' };
  }
}

/**
 * Parses an XML answer; document types are refused, because their entities could read files or exhaust the
 * memory.
 * @throws TypeError if it is not XML, RangeError if it is too large.
 */
export function readXmlTree(text: string): XmlDocument {
  if (text.length > maxCharacters) {
    throw new RangeError(`it has more than ${maxCharacters} characters`);
  }
  return new Reader(text).read();
}

/** The text of a node, including its descendants. */
export function textOfNode(node: TreeNode): string {
  if (node.nodeType === 3) return node.data;
  if (node.nodeType === 2) return node.value;
  let text = '';
  for (const inner of node.childNodes) text += textOfNode(inner);
  return text;
}
