import { stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { getCACertificates } from 'node:tls';
import { WirebenchError } from '../../contracts/errors.ts';
import type { SourceInput, SourceOrder } from '../../contracts/found.ts';
import { asNamedFrom, filesIn, leadsOut, noFiles } from './files.ts';
import { asItStands, type FoundService } from './found.ts';
import type { DescriptionPlace } from './openapi/read.ts';
import type { WsdlSource } from './wsdl/documents.ts';

/** Each is loaded on demand: none occupies memory that another needs. */
const modules = {
  openapi: () => import('./openapi/read.ts'),
  wsdl: () => import('./wsdl/describe.ts'),
  wsdlDocuments: () => import('./wsdl/documents.ts'),
  proto: () => import('./proto/describe.ts'),
  protoFolder: () => import('./proto/folder.ts'),
  graphql: () => import('./graphql/describe.ts'),
  introspection: () => import('./graphql/introspect.ts'),
  har: () => import('./saved/har.ts'),
  postman: () => import('./saved/postman.ts'),
  curl: () => import('./curl.ts'),
  fetch: () => import('./fetch-description.ts'),
  address: () => import('../run/address.ts'),
};

/** Context for reading a description. */
export interface ForExperiment {
  /** Folder of the experiment, which names its files relative to it. */
  readonly folder: string;
  /** Folders searched for imported `.proto` files; descriptions in them may refer to all their files. */
  readonly imports: readonly string[];
}

/** Reads one or several inputs of one kind. @throws WirebenchError SERVICE_INVALID */
type Reader = (given: readonly string[], experiment: ForExperiment) => Promise<FoundService[]>;

/** A kind of description of a service. */
export interface ServiceSource {
  /** As in `--openapi`. */
  readonly name: string;
  /** Its readable name. */
  readonly title: string;
  /** Placeholder of the option's value in the help. */
  readonly value: string;
  readonly help: string;
  /** Whether it describes one requested request, instead of a list to pick from. */
  readonly isRequest: boolean;
  /** The forms in which it can be given. */
  readonly read: { readonly [input in SourceInput]?: Reader };
}

function asServiceStands(found: FoundService): FoundService {
  const operations = found.operations.map((one) => ({ ...one, call: asItStands(one.call) }));
  return { ...found, operations };
}

type ReadOne = (given: string, imports: readonly string[]) => FoundService | Promise<FoundService>;

/** One after the other, each in a separate process. */
function each(read: ReadOne): Reader {
  return async (given, { imports }) => {
    const found: FoundService[] = [];
    for (const one of given) found.push(await read(one, imports));
    return found;
  };
}

/** Untrusted descriptions, each in a separate process. */
function described(read: ReadOne): Reader {
  return each(async (given, imports) => asServiceStands(await read(given, imports)));
}

/** A file with those that it may refer to: of an enclosing folder of imports, or else of its own. */
function placed(file: string, imports: readonly string[]) {
  const path = resolve(file);
  const around = imports.map((one) => resolve(one)).find((one) => !leadsOut(relative(one, path)));
  const folder = around ?? dirname(path);
  return { files: filesIn(folder), name: relative(folder, path).replaceAll(sep, '/') };
}

/** Limit on a description's text apart from its own data. */
const maxTextBytes = 20_000_000;

async function textOf(file: string): Promise<string> {
  const bytes = await filesIn(dirname(resolve(file))).read(basename(file), maxTextBytes);
  if (bytes === null) throw noFile(file);
  return bytes.toString('utf8');
}

async function harIn(file: string): Promise<FoundService[]> {
  const { maxHarBytes, readHarFile } = await modules.har();
  const opened = await filesIn(dirname(resolve(file))).open(basename(file), maxHarBytes);
  if (opened === null) throw noFile(file);
  return readHarFile(opened);
}

function noFile(file: string): WirebenchError {
  return new WirebenchError('SERVICE_INVALID', `there is no file ${file}`);
}

async function textAt(address: string): Promise<string> {
  const { fetchDescription } = await modules.fetch();
  const { status, text } = await fetchDescription(address);
  if (status === 200) return text;
  const message = `${address} cannot be fetched: it answers with status ${status}`;
  throw new WirebenchError('SERVICE_INVALID', message);
}

async function openApi(text: string, place: DescriptionPlace): Promise<FoundService> {
  return (await modules.openapi()).readOpenApi(text, place);
}

async function wsdlOf(source: WsdlSource): Promise<FoundService> {
  return (await modules.wsdl()).describeWsdl(source);
}

async function graphql(text: string): Promise<FoundService> {
  return (await modules.graphql()).describeGraphql(text, null);
}

async function postman(texts: readonly string[]): Promise<FoundService[]> {
  return texts.flatMap((await modules.postman()).readPostman);
}

/** Files of one description: they may import each other. */
const readProto: Reader = async (given, { folder, imports }) => {
  const isFolder = (path: string) =>
    stat(path).then(
      (one) => one.isDirectory(),
      () => false,
    );
  const { describeProto } = await modules.proto();
  const { servicesBelow } = await modules.protoFolder();
  const files: string[] = [];
  const folders = [...imports];
  for (const one of given) {
    if (await isFolder(one)) {
      files.push(...(await servicesBelow(one)));
      // Its files import each other relative to it.
      folders.push(one);
    } else files.push(one);
  }
  const names = await asNamedFrom(folder, [...files, ...folders]);
  const found = await describeProto(
    filesIn(folder),
    names.slice(0, files.length),
    names.slice(files.length),
  );
  return [asServiceStands(found)];
};

/** Types of a service by reflection, over TLS if the address begins with `https://`. */
async function reflected(given: string): Promise<FoundService> {
  const { describeReflection } = await modules.proto();
  const { parseTarget } = await modules.address();
  const isSecure = /^https:\/\//i.test(given);
  const address = given.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (!/^(\[[\da-f:]+\]|[^\s:/?#@]+):\d{1,5}$/i.test(address)) {
    throw new WirebenchError(
      'SERVICE_INVALID',
      `${given.slice(0, 200)} is not the address of a gRPC service: expected host:port, or https://host:port over TLS`,
    );
  }
  if (!isSecure) return describeReflection(address, {}, null);
  const tls = {
    ca: getCACertificates('default'),
    serverName: parseTarget(address).host,
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    identity: null,
  } as const;
  return { ...(await describeReflection(address, {}, tls)), secure: true };
}

/** All kinds, in the order of the help. */
export const serviceSources: readonly ServiceSource[] = [
  {
    name: 'openapi',
    title: 'OpenAPI',
    value: 'file|url',
    help: 'OpenAPI 3 or Swagger 2, in JSON or YAML',
    isRequest: false,
    read: {
      file: described(async (file, imports) => openApi(await textOf(file), placed(file, imports))),
      address: described(async (url) => openApi(await textAt(url), { name: url, files: null })),
      text: described((text) => openApi(text, { name: 'the description', files: noFiles })),
    },
  },
  {
    name: 'wsdl',
    title: 'WSDL',
    value: 'file|url',
    help: 'WSDL 1.1 of a SOAP service',
    isRequest: false,
    read: {
      file: described(async (file, imports) => {
        const { files, name } = placed(file, imports);
        const { wsdlFile } = await modules.wsdlDocuments();
        return wsdlOf(wsdlFile(files, name));
      }),
      address: described(async (url) => {
        const { wsdlAddress } = await modules.wsdlDocuments();
        return wsdlOf(wsdlAddress(url));
      }),
      text: described(async (text) => {
        const { pastedWsdl } = await modules.wsdlDocuments();
        return wsdlOf(pastedWsdl(text));
      }),
    },
  },
  {
    name: 'proto',
    title: 'Protobuf files',
    value: 'file|folder',
    help: 'a .proto file, a folder of them, or a descriptor set of a gRPC service, in the folder of the experiment',
    isRequest: false,
    read: { file: readProto },
  },
  {
    name: 'reflect',
    title: 'gRPC reflection',
    value: 'host:port',
    help: 'a gRPC service that lists its methods by reflection',
    isRequest: false,
    read: { address: described(reflected) },
  },
  {
    name: 'graphql',
    title: 'GraphQL schema',
    value: 'file|url',
    help: 'a GraphQL schema, or the address of a server that allows introspection',
    isRequest: false,
    read: {
      file: described(async (file) => graphql(await textOf(file))),
      address: described(async (url) => {
        const { introspect } = await modules.introspection();
        return (await modules.graphql()).describeGraphql(await introspect(url), url);
      }),
      text: described(graphql),
    },
  },
  {
    name: 'har',
    title: 'HAR',
    value: 'file',
    help: 'requests that a browser or proxy has recorded',
    isRequest: false,
    read: {
      file: async (files) => (await Promise.all(files.map(harIn))).flat(),
      text: async (texts) => texts.flatMap((await modules.har()).readHar),
    },
  },
  {
    name: 'postman',
    title: 'Postman collection',
    value: 'file',
    help: 'a collection of Postman, version 2',
    isRequest: false,
    read: {
      file: async (files) => postman(await Promise.all(files.map(textOf))),
      text: postman,
    },
  },
  {
    name: 'url',
    title: 'Address',
    value: 'url',
    help: 'an address that is asked for with GET',
    isRequest: true,
    read: { address: each(async (url) => (await modules.curl()).readUrl(url)) },
  },
  {
    name: 'curl',
    title: 'curl',
    value: 'command',
    help: 'a command of curl, in quotes',
    isRequest: true,
    read: { text: each(async (text) => (await modules.curl()).readCurl(text)) },
  },
];

/** Reads input of one kind. @throws WirebenchError SERVICE_INVALID */
export type ReadSource = (order: SourceOrder) => Promise<FoundService[]>;

/** @throws WirebenchError ARGUMENT_INVALID */
export function sourceNamed(name: string): ServiceSource {
  const source = serviceSources.find((one) => one.name === name);
  if (source) return source;
  const known = serviceSources.map((one) => one.name).join(', ');
  throw new WirebenchError(
    'ARGUMENT_INVALID',
    `there is no source ${name}: expected one of ${known}`,
  );
}

/** Reads in this process. */
export const readHere: ReadSource = async ({ source, input, given, ...experiment }) =>
  (await sourceNamed(source).read[input]?.(given, experiment)) ?? [];

/** Reads input of an unknown form: an address if it looks like one, otherwise a file or a text. */
export async function readSource(
  { name, read }: ServiceSource,
  given: readonly string[],
  { folder, imports }: ForExperiment,
  reader = readHere,
): Promise<FoundService[]> {
  const isAddress = (one: string) => /^https?:\/\//i.test(one);
  const order = (input: SourceInput, some: string[]) =>
    some.length === 0
      ? []
      : reader({ source: name, input, given: some, folder, imports: [...imports] });
  const local = read.file ? 'file' : read.text ? 'text' : 'address';
  const remote = read.address ? 'address' : local;
  const places = await order(
    local,
    given.filter((one) => !isAddress(one)),
  );
  return [...places, ...(await order(remote, given.filter(isAddress)))];
}
