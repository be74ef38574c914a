import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { joinPath, type NamedFiles, parentFolder } from '../files.ts';
import { readXml, type XmlNode } from './xml.ts';

/** Maximum files of one description, and bytes in all of them: public ones have up to 6 MB. */
const maxFiles = 1000;
const maxBytes = 16_000_000;

/** Source of a description and its imports. */
export interface WsdlSource {
  readonly start: string;
  /** Resolves a location; null when it may not be read from here. */
  join(importer: string, location: string): string | null;
  read(place: string): Promise<Buffer | null>;
}

/** A description in a folder, which is never left. */
export function wsdlFile(files: Pick<NamedFiles, 'read'>, path: string): WsdlSource {
  return {
    start: path,
    join: (importer, location) =>
      /^[a-z][a-z0-9+.-]+:/i.test(location)
        ? null
        : joinPath(parentFolder(importer), decodedPath(location)),
    read: (place) => files.read(place, maxBytes),
  };
}

function decodedPath(location: string): string {
  try {
    return decodeURIComponent(location);
  } catch {
    // A percent sign in the file's name.
    return location;
  }
}

/** A description without a location: its imports cannot be read. */
export function pastedWsdl(text: string): WsdlSource {
  const start = 'the description';
  const read = async (place: string) => (place === start ? Buffer.from(text, 'utf8') : null);
  return { start, join: () => null, read };
}

/** A description from a server; imports are only fetched from the same host. */
export function wsdlAddress(address: string): WsdlSource {
  return {
    start: address,
    join: (importer, location) => {
      const url = URL.canParse(location, importer) ? new URL(location, importer) : null;
      return url?.origin === new URL(address).origin ? url.href : null;
    },
    read: async (place) => {
      const { fetchDescription } = await import('../fetch-description.ts');
      const { status, text } = await fetchDescription(place);
      if (status === 200) return Buffer.from(text, 'utf8');
      // Without one of its imports the remainder can be read.
      if (place !== address) return null;
      const message = `${address} cannot be fetched: it answers with status ${status}`;
      throw new WirebenchError('SERVICE_INVALID', message);
    },
  };
}

export const xsd = 'http://www.w3.org/2001/XMLSchema';
export const wsdl = 'http://schemas.xmlsoap.org/wsdl/';

/** A schema document in one namespace: its own, or that of the including one. */
export interface SchemaDocument {
  readonly namespace: string;
  readonly root: XmlNode;
}

/** All documents of a description. */
export interface Documents {
  readonly definitions: readonly XmlNode[];
  readonly schemas: readonly SchemaDocument[];
  readonly remarks: readonly string[];
}

/** Reads a description with all its imports. */
class Reading implements Documents {
  readonly definitions: XmlNode[] = [];
  readonly schemas: SchemaDocument[] = [];
  readonly remarks: string[] = [];
  readonly #source: WsdlSource;
  readonly #seen = new Set<string>();
  /** By location; null for unreadable ones. */
  readonly #roots = new Map<string, XmlNode | null>();
  #bytes = 0;

  constructor(source: WsdlSource) {
    this.#source = source;
  }

  async start(): Promise<void> {
    const { start } = this.#source;
    const root = await this.#root(start);
    if (root === null) throw new WirebenchError('SERVICE_INVALID', `there is no file ${start}`);
    if (root.name === 'description') {
      const message = `${start} is WSDL 2.0: only WSDL 1.1 can be read`;
      throw new WirebenchError('SERVICE_INVALID', message);
    }
    if (root.name !== 'definitions' || root.namespace !== wsdl) {
      const message = `${start} is not WSDL: expected definitions, found ${root.tag.slice(0, 60)}`;
      throw new WirebenchError('SERVICE_INVALID', message);
    }
    this.#seen.add(`${start} ${root.attributes.targetNamespace ?? ''}`);
    await this.#definitions(root, start);
  }

  async #root(place: string): Promise<XmlNode | null> {
    const known = this.#roots.get(place);
    if (known !== undefined) return known;
    this.#roots.set(place, null);
    const bytes = await this.#source.read(place);
    if (bytes === null) return null;
    this.#bytes += bytes.length;
    if (this.#roots.size >= maxFiles || this.#bytes > maxBytes) {
      const message = `${this.#source.start} imports more than ${maxFiles} files or ${maxBytes} bytes`;
      throw new WirebenchError('SERVICE_INVALID', message);
    }
    const root = readXml(bytes, place);
    this.#roots.set(place, root);
    return root;
  }

  async #definitions(root: XmlNode, place: string): Promise<void> {
    this.definitions.push(root);
    for (const node of root.children) {
      if (node.name === 'import' && node.namespace === wsdl) {
        await this.#follow(node.attributes.location, place, '');
      }
      if (node.name !== 'types') continue;
      for (const schema of node.children) {
        if (schema.name !== 'schema' || schema.namespace !== xsd) continue;
        await this.#schema(schema, place, schema.attributes.targetNamespace ?? '');
      }
    }
  }

  async #schema(root: XmlNode, place: string, namespace: string): Promise<void> {
    this.schemas.push({ namespace, root });
    for (const node of root.children) {
      if (node.namespace !== xsd) continue;
      const location = node.attributes.schemaLocation;
      if (node.name === 'import') {
        await this.#follow(location, place, node.attributes.namespace ?? '');
      }
      if (node.name === 'include' || node.name === 'redefine') {
        if (node.name === 'redefine') {
          this.remarks.push(`${place} redefines ${location}, whose own definitions are used.`);
        }
        await this.#follow(location, place, namespace);
      }
    }
  }

  /** @param namespace for a schema without one. */
  async #follow(location: string | undefined, importer: string, namespace: string): Promise<void> {
    if (!location) return;
    const place = this.#source.join(importer, location);
    if (place === null) {
      this.remarks.push(`${importer} imports ${location}, which is elsewhere and is not read.`);
      return;
    }
    const root = await this.#imported(place, importer);
    const name = root?.attributes.targetNamespace ?? namespace;
    const key = `${place} ${name}`;
    if (root === null || this.#seen.has(key)) return;
    this.#seen.add(key);
    if (root.name === 'definitions') await this.#definitions(root, place);
    else if (root.name === 'schema') await this.#schema(root, place, name);
  }

  /** Missing documents are reported: operations without them can be used. */
  async #imported(place: string, importer: string): Promise<XmlNode | null> {
    try {
      const root = await this.#root(place);
      if (root === null) this.remarks.push(`${importer} imports ${place}, which was not found.`);
      return root;
    } catch (error) {
      if (this.#roots.size >= maxFiles || this.#bytes > maxBytes) throw error;
      this.remarks.push(`${importer} imports ${place}: ${messageOf(error)}.`);
      return null;
    }
  }
}

/** @throws WirebenchError SERVICE_INVALID */
export async function readDocuments(source: WsdlSource): Promise<Documents> {
  const reading = new Reading(source);
  await reading.start();
  return reading;
}
