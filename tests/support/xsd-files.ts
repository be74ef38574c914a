import { validateXML, type XMLFileInfo } from 'xmllint-wasm';
import { messageOf } from '../../contracts/errors.ts';
import { type Documents, xsd } from '../../engine/own-service/wsdl/documents.ts';
import { readXml, type XmlNode } from '../../engine/own-service/wsdl/xml.ts';

/** Schemas of a description as files for libxml2, and its validation of samples. */

const escaped = (text: string) => text.replace(/[&<>"\n\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const mayBeAnything = ({ name, attributes }: XmlNode) =>
  name === 'any' && attributes.minOccurs === '0';

/**
 * Replaces every optional `any` by an element that no sample has: libxml2 finds schemas ambiguous in which anything
 * may precede something. Its acceptance remains valid, since this allows less.
 */
const never = (index: number) =>
  `<s:element xmlns:s="${xsd}" name="never-${index}" form="unqualified" minOccurs="0"/>`;

/** An element as text, with all its namespaces. */
function written(node: XmlNode, isRoot: boolean, more = ''): string {
  const own = Object.entries(node.attributes).filter(
    ([name]) => !isRoot || !/^xmlns(:|$)/.test(name),
  );
  const scope = Object.entries(node.scope)
    .filter(([prefix, uri]) => prefix !== 'xml' && uri !== '')
    .map(([prefix, uri]): [string, string] => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri]);
  const attributes = [...(isRoot ? scope : []), ...own]
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  const inside = node.children
    .filter(({ name }) => !['import', 'include', 'annotation'].includes(name))
    .map((one, index) => (mayBeAnything(one) ? never(index) : written(one, false)));
  return `<${node.tag}${attributes}>${more}${inside.join('')}</${node.tag}>`;
}

/** The kind of a reference's target, by its attribute and element. */
function wanted(node: XmlNode, attribute: string): string | null {
  if (attribute === 'ref') return node.name;
  if (attribute === 'type') return node.name === 'attribute' ? 'simpleType' : 'complexType';
  return attribute === 'base' ? 'complexType' : null;
}

const stubs: Readonly<Record<string, string>> = {
  complexType:
    '<s:sequence><s:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></s:sequence>',
  simpleType: '<s:restriction base="s:string"/>',
  group: '<s:sequence/>',
};

/** Schemas of namespaces that no document has, with what is referred to: libxml2 takes no schema without them. */
function stubsFor(schemas: Documents['schemas']): Documents['schemas'] {
  const known = new Set([xsd, ...schemas.map(({ namespace }) => namespace)]);
  const missing = new Map<string, Set<string>>();
  const collect = (node: XmlNode): void => {
    for (const [attribute, value] of Object.entries(node.attributes)) {
      const kind = node.namespace === xsd ? wanted(node, attribute) : null;
      const [prefix, name] = value.includes(':') ? value.split(':') : ['', value];
      const namespace = node.scope[prefix ?? ''] ?? '';
      if (kind === null || name === undefined || known.has(namespace)) continue;
      const inside = stubs[kind] ?? '';
      const made = `<s:${kind} name="${escaped(name)}">${inside}</s:${kind}>`;
      missing.set(namespace, (missing.get(namespace) ?? new Set()).add(made));
    }
    node.children.forEach(collect);
  };
  for (const { root } of schemas) collect(root);
  return [...missing].map(([namespace, made]) => {
    const target = namespace === '' ? '' : ` targetNamespace="${escaped(namespace)}"`;
    const text = `<s:schema xmlns:s="${xsd}"${target}>${[...made].join('')}</s:schema>`;
    return { namespace, root: readXml(Buffer.from(text), 'stub') };
  });
}

/** A file for each document, and for each namespace one that includes those of it; the first imports all. */
function filesOf(documents: Documents): XMLFileInfo[] {
  const schemas = [...documents.schemas, ...stubsFor(documents.schemas)];
  const namespaces = [...new Set(schemas.map(({ namespace }) => namespace))];
  const fileOf = (namespace: string) => `all-${namespaces.indexOf(namespace)}.xsd`;
  const importing = (...but: readonly string[]) =>
    namespaces
      .filter((one) => !but.includes(one))
      .map((one) => {
        const of = one === '' ? '' : ` namespace="${escaped(one)}"`;
        return `<i:import xmlns:i="${xsd}"${of} schemaLocation="${fileOf(one)}"/>`;
      })
      .join('');
  const root = (namespace: string, inside: string) =>
    `<s:schema xmlns:s="${xsd}"${namespace === '' ? '' : ` targetNamespace="${escaped(namespace)}"`}>${inside}</s:schema>`;
  return [
    { fileName: 'start.xsd', contents: root('urn:start', importing()) },
    ...namespaces.map((namespace) => ({
      fileName: fileOf(namespace),
      contents: root(
        namespace,
        schemas
          .map((one, index) =>
            one.namespace === namespace ? `<s:include schemaLocation="part-${index}.xsd"/>` : '',
          )
          .join(''),
      ),
    })),
    ...schemas.map((one, index) => ({
      fileName: `part-${index}.xsd`,
      contents: written(
        one.root,
        true,
        importing(one.namespace, one.root.attributes.targetNamespace ?? ''),
      ),
    })),
  ];
}

/** The content of a body, or of the header and body of an envelope. */
function documentsIn(body: string): { text: string; element: XmlNode }[] {
  const root = readXml(Buffer.from(`<all>${body}</all>`), 'sample');
  const inside = root.children.flatMap((one) =>
    one.name === 'Envelope' ? one.children.flatMap(({ children }) => children) : [one],
  );
  return inside.map((element) => ({ element, text: textOf(element, true) }));
}

function textOf(node: XmlNode, isRoot: boolean): string {
  const own = Object.entries(node.attributes).filter(([name]) => !isRoot || !/^xmlns/.test(name));
  const scope = Object.entries(node.scope)
    .filter(([prefix, uri]) => prefix !== 'xml' && uri !== '')
    .map(([prefix, uri]): [string, string] => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri]);
  const attributes = [...(isRoot ? scope : []), ...own]
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  const inside =
    node.children.length > 0
      ? node.children.map((one) => textOf(one, false)).join('')
      : node.text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<${node.tag}${attributes}>${inside}</${node.tag}>`;
}

/** libxml2's verdict on a sample; `unseen` if no schema that it can read has its root. */
export interface SaidOfSample {
  readonly said: 'accepted' | 'refused' | 'unseen';
  readonly why: string;
}

/** Validates samples with libxml2: content of bodies, or whole envelopes. @returns its verdicts, in order. */
export async function judgeSamples(
  documents: Documents,
  bodies: readonly string[],
): Promise<SaidOfSample[]> {
  const [start, ...preload] = filesOf(documents);
  const roots = new Set(
    documents.schemas.flatMap(({ namespace, root }) =>
      root.children
        .filter(({ name }) => name === 'element')
        .map(({ attributes }) => `${namespace} ${attributes.name}`),
    ),
  );
  const parts = bodies.flatMap((body, index) =>
    documentsIn(body).map(({ text, element }) => ({
      index,
      text,
      isKnown: roots.has(`${element.namespace} ${element.name}`),
    })),
  );
  const known = parts.filter(({ isKnown }) => isKnown);
  const wrong = known.length > 0 && start ? await wrongOf(known, start, preload) : new Map();
  const ofAll = wrong.get(null);
  return bodies.map((_body, index): SaidOfSample => {
    const own = parts.filter((part) => part.index === index);
    const refused = own.map((part) => wrong.get(part.text)).find((why) => why !== undefined);
    if (refused !== undefined) return { said: 'refused', why: refused };
    if (own.some(({ isKnown }) => !isKnown)) {
      return { said: 'unseen', why: 'no schema has the element' };
    }
    if (ofAll !== undefined)
      return { said: 'unseen', why: `libxml2 cannot read the schemas: ${ofAll}` };
    return { said: 'accepted', why: '' };
  });
}

/** Reports libxml2's messages; for schemas that it cannot read the package throws them instead. */
async function validated(given: Parameters<typeof validateXML>[0]) {
  try {
    return await validateXML(given);
  } catch (error) {
    const [rawMessage = ''] = messageOf(error).split('\n');
    return { errors: [{ rawMessage }] };
  }
}

/** The errors of samples by their texts, and those of the schemas by null. */
async function wrongOf(
  samples: readonly { readonly text: string }[],
  start: XMLFileInfo,
  preload: XMLFileInfo[],
): Promise<Map<string | null, string>> {
  const { errors } = await validated({
    xml: samples.map(({ text }, index) => ({ fileName: `sample-${index}.xml`, contents: text })),
    schema: [start],
    preload,
    maxMemoryPages: 65_536,
  });
  const wrong = new Map<string | null, string>();
  for (const { rawMessage } of errors) {
    const [, index] = /sample-(\d+)\.xml/.exec(rawMessage) ?? [];
    const place = index === undefined ? null : (samples[Number(index)]?.text ?? null);
    if (!/fails to validate/.test(rawMessage) && !wrong.has(place)) wrong.set(place, rawMessage);
  }
  return wrong;
}
