import { endpointOf } from '../../contracts/protocols.ts';
import type { Message, OperationDescription } from '../../workloads/description.ts';
import { documentOf } from '../../workloads/interfaces/graphql-document.ts';
import { jsonValue } from '../codecs/json.ts';
import type { DriverFactory } from './driver.ts';
import { decodeAnswer, judgeAnswer } from './graphql/answer.ts';
import { http1Driver } from './http1/driver.ts';
import { buildRequest, hostHeader } from './http1/request.ts';

const headers = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/graphql-response+json, application/json'],
] as const;

function bodyOf(operation: OperationDescription, message: Message): Buffer {
  const { method, request } = operation;
  const variables = jsonValue(request, message);
  const body = { query: documentOf(operation), operationName: method, variables };
  return Buffer.from(JSON.stringify(body), 'utf8');
}

/** GraphQL over HTTP/1.1 by prebuilt bytes on a socket: a document and variables. */
export const openGraphqlRaw: DriverFactory = async (options) => {
  const { address } = options;
  const host = hostHeader(address.host, address.port);
  const path = address.basePath + endpointOf('graphql', '');
  return http1Driver(options, (operation, message) => ({
    operation,
    request: buildRequest('POST', path, host, headers, bodyOf(operation, message)),
    // Errors have a successful status.
    judgesBody: true,
    judge: judgeAnswer,
    decode: (body) => decodeAnswer(operation, body),
  }));
};
