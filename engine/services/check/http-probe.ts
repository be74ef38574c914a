import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WorkloadName, workloadNames } from '../../../contracts/words.ts';
import { soapNamespaceOf, soapPathOf } from '../../../contracts/workloads/description.ts';
import { healthPath } from '../../../contracts/workloads/product.ts';
import type { Finding } from './finding.ts';
import { codeOf, quoted } from './words.ts';

/** So much of an answer is read, of its head and of its body; what comes on top is not waited for. */
const mostHeadBytes = 16_384;
const mostBodyBytes = 65_536;

interface HttpAnswer {
  readonly status: number;
  readonly server: string | null;
  /** The beginning of the body. */
  readonly body: string;
}

interface HttpPlace {
  readonly socket: Duplex;
  /** As the Host header has it. */
  readonly authority: string;
  readonly basePath: string;
}

/** Whether a health answer is that of a Wirebench service. */
export function isAlive(status: number, body: string): boolean {
  return status === 200 && /^\s*\{\s*"status"\s*:\s*"ok"/.test(body);
}

/** Asks a REST service whether it is alive. */
export async function probeRest(place: HttpPlace): Promise<Finding> {
  const path = place.basePath + healthPath;
  const answer = await askOnce(place, path);
  if (typeof answer === 'string') return { outcome: 'failed', words: answer };
  const ours = isAlive(answer.status, answer.body);
  if (ours) return { outcome: 'ok', words: `GET ${path} is answered as a Wirebench service does.` };
  return {
    outcome: 'doubtful',
    words: `${spoken(answer)}, but GET ${path} is not answered as a Wirebench REST service does. Requests may come back as errors.`,
  };
}

/** Asks a GraphQL service for the name of its root type, which every schema has. */
export async function probeGraphql(place: HttpPlace): Promise<Finding> {
  const path = `${place.basePath}/graphql`;
  const answer = await askOnce(place, path, '{"query":"{ __typename }"}');
  if (typeof answer === 'string') return { outcome: 'failed', words: answer };
  const spoke = answer.status === 200 && /"__typename"\s*:\s*"\w+"/.test(answer.body);
  if (spoke) return { outcome: 'ok', words: `POST ${path} is answered as GraphQL.` };
  return {
    outcome: 'doubtful',
    words: `${spoken(answer)}, but POST ${path} is not answered as GraphQL. Requests may come back as errors.`,
  };
}

/** Where a SOAP service may be; a service has one workload, and an address does not say which. */
interface SoapPlace extends HttpPlace {
  /** Another connection to the same place. */
  again(): Promise<Duplex>;
}

const usual: WorkloadName = 'product';
const others = workloadNames.filter((name) => name !== usual);

/** Asks a SOAP service for its WSDL: that of the usual workload, and if it has none of it, of all others at once. */
export async function probeSoap(place: SoapPlace): Promise<Finding> {
  const answer = await askWsdl(place, usual);
  if (typeof answer === 'string') return { outcome: 'failed', words: answer };
  const serves = async (workload: WorkloadName) =>
    isWsdlOf(workload, await askWsdlAgain(place, workload));
  const found = isWsdlOf(usual, answer)
    ? usual
    : others[(await Promise.all(others.map(serves))).indexOf(true)];
  if (found !== undefined) {
    const endpoint = place.basePath + soapPathOf({ name: found });
    return { outcome: 'ok', words: `The WSDL at ${endpoint} is that of the ${found} service.` };
  }
  const endpoints = `${place.basePath}/soap/WORKLOAD`;
  return {
    outcome: 'doubtful',
    words: `${spoken(answer)}, but there is no WSDL of any workload at ${endpoints}. Requests may come back as errors.`,
  };
}

function askWsdl(place: HttpPlace, name: WorkloadName): Promise<HttpAnswer | string> {
  return askOnce(place, `${place.basePath}${soapPathOf({ name })}?wsdl`);
}

/** The same over a connection of its own; one that cannot be had is no answer. */
async function askWsdlAgain(place: SoapPlace, name: WorkloadName): Promise<HttpAnswer | string> {
  try {
    return await askWsdl({ ...place, socket: await place.again() }, name);
  } catch (error) {
    return quoted(String(error));
  }
}

function isWsdlOf(name: WorkloadName, answer: HttpAnswer | string): boolean {
  if (typeof answer === 'string') return false;
  return answer.status === 200 && answer.body.includes(`"${soapNamespaceOf({ name })}"`);
}

function spoken({ status, server }: HttpAnswer): string {
  return `HTTP is spoken (status ${status}${server === null ? '' : `, server ${quoted(server)}`})`;
}

/**
 * Sends one request over a connection that is open already.
 * @param body JSON to POST; null for a GET.
 * @returns the answer, or why there is none.
 */
function askOnce(
  place: HttpPlace,
  path: string,
  body: string | null = null,
): Promise<HttpAnswer | string> {
  const { socket, authority } = place;
  return new Promise((resolve) => {
    const asked = request({
      createConnection: () => socket,
      path,
      method: body === null ? 'GET' : 'POST',
      headers: {
        host: authority,
        'user-agent': 'wirebench',
        connection: 'close',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      maxHeaderSize: mostHeadBytes,
    });
    asked.on('error', (error) => resolve(brokenWords(error)));
    asked.on('response', (response) => {
      readStart(response).then((body) => resolve({ ...headOf(response), body }), resolve);
    });
    asked.end(body ?? undefined);
  });
}

function headOf({ statusCode = 0, headers }: IncomingMessage): Omit<HttpAnswer, 'body'> {
  return { status: statusCode, server: typeof headers.server === 'string' ? headers.server : null };
}

/** The first bytes of a body, as far as they come. */
function readStart(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const done = () => {
      response.destroy();
      resolve(Buffer.concat(pieces).subarray(0, mostBodyBytes).toString('utf8'));
    };
    response.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length >= mostBodyBytes) done();
    });
    response.on('end', done);
    response.on('error', done);
    response.on('close', done);
  });
}

function brokenWords(error: Error): string {
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') return 'The head of the answer has no end; it was cut off.';
  if (code.startsWith('HPE_')) return `The answer is no HTTP: ${quoted(error.message)}.`;
  if (code === 'ECONNRESET') return 'The connection was closed without an answer.';
  return `There was no answer: ${quoted(error.message)}.`;
}
