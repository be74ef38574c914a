import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { readCurl, readUrl } from '../custom/curl.ts';
import { filesIn } from '../custom/files.ts';
import type { FoundService } from '../custom/found.ts';
import { describeGraphql } from '../custom/graphql/describe.ts';
import { introspect } from '../custom/graphql/introspect.ts';
import { readOpenApi } from '../custom/openapi/read.ts';
import { describeWsdl } from '../custom/wsdl/describe.ts';
import { wsdlAddress, wsdlFile } from '../custom/wsdl/documents.ts';

/** Where a service can be learnt from. */
export interface ServiceSource {
  /** As in `--openapi`. */
  readonly option: string;
  /** What stands behind it, for the help. */
  readonly value: string;
  readonly help: string;
  /** Whether it says one request that the user wants, instead of a list to pick from. */
  readonly isRequest: boolean;
  /** @throws WirebenchError SERVICE_INVALID */
  read(value: string): Promise<FoundService>;
}

const mostBytes = 64 * 1024 * 1024;
/** A description that takes longer is not sent. */
const fetchTimeoutMs = 20_000;

/** Fetches a description from an address that the user gave. */
async function fetchText(url: string): Promise<string> {
  const failed = (reason: string, cause?: unknown) =>
    new WirebenchError('SERVICE_INVALID', `${url} cannot be fetched: ${reason}`, { cause });
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!response.ok) throw failed(`it answers with status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > mostBytes) throw failed(`it has more than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    if (error instanceof WirebenchError) throw error;
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    throw failed(messageOf(cause), error);
  }
}

async function readText(file: string): Promise<string> {
  const failed = (reason: string, cause?: unknown) =>
    new WirebenchError('SERVICE_INVALID', `${file} cannot be read: ${reason}`, { cause });
  try {
    const { size } = await stat(file);
    if (size > mostBytes) throw failed(`it has more than ${mostBytes} bytes`);
    return await readFile(file, 'utf8');
  } catch (error) {
    throw error instanceof WirebenchError ? error : failed(messageOf(error), error);
  }
}

/** What a description says is taken as it stands: it cannot ask for values or for the environment's secrets. */
export function asItStands<T>(value: T): T {
  return inert(value) as T;
}

function inert(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/([{$])(?=\{)/g, '$1 ');
  if (Array.isArray(value)) return value.map(inert);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [inert(key), inert(one)]));
}

const isAddress = (place: string) => /^https?:\/\//i.test(place);

function asServiceStands(found: FoundService): FoundService {
  const operations = found.operations.map((one) => ({ ...one, call: asItStands(one.call) }));
  return { ...found, operations };
}

async function readWsdlAt(place: string): Promise<FoundService> {
  const source = isAddress(place)
    ? wsdlAddress(place)
    : wsdlFile(filesIn(dirname(resolve(place))), basename(place));
  return asServiceStands(await describeWsdl(source));
}

async function readGraphqlAt(place: string): Promise<FoundService> {
  return asServiceStands(
    isAddress(place)
      ? describeGraphql(await introspect(place), place)
      : describeGraphql(await readText(place), null),
  );
}

async function readOpenApiAt(place: string): Promise<FoundService> {
  const found = isAddress(place)
    ? await readOpenApi(await fetchText(place), { name: place, files: null })
    : await readOpenApi(await readText(place), {
        name: basename(place),
        files: filesIn(dirname(resolve(place))),
      });
  return asServiceStands(found);
}

/** All of them, in the order of the help. */
export const serviceSources: readonly ServiceSource[] = [
  {
    option: 'openapi',
    value: 'file|url',
    help: 'OpenAPI 3 or Swagger 2, in JSON or YAML',
    isRequest: false,
    read: readOpenApiAt,
  },
  {
    option: 'wsdl',
    value: 'file|url',
    help: 'WSDL 1.1 of a SOAP service',
    isRequest: false,
    read: readWsdlAt,
  },
  {
    option: 'graphql',
    value: 'file|url',
    help: 'a GraphQL schema, or the address of a server that tells its own',
    isRequest: false,
    read: readGraphqlAt,
  },
  {
    option: 'url',
    value: 'url',
    help: 'an address that is asked for with GET',
    isRequest: true,
    read: async (url) => readUrl(url),
  },
  {
    option: 'curl',
    value: 'command',
    help: 'a command of curl, in quotes',
    isRequest: true,
    read: async (command) => readCurl(command),
  },
];
