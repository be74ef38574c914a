import type { ConformWorkload } from '../../../contracts/conform.ts';
import { interfacePathOf } from '../../../contracts/protocols.ts';
import { isOffered, type OperationDescription } from '../../../workloads/description.ts';
import { fileMediaType, fileOperationsOf } from '../../../workloads/files.ts';
import { healthPath } from '../../../workloads/product/product.ts';
import { workloadOf } from '../../../workloads/registry.ts';
import { decodeJson, encodeJson } from '../../codecs/json.ts';
import { routeOf } from '../../drivers/http/route.ts';
import type { ConformCheck } from '../check.ts';
import { sampleCalls } from '../samples.ts';
import { differenceWords } from '../words.ts';
import { bodyWords, hasHeader, hasNoBody, hasProblem, hasStatus, jsonIn } from './expect-http.ts';
import { type HttpExchange, health, httpCheck } from './http-check.ts';
import { httpHabits, type NumberedCalls } from './http-habits.ts';
import { jsonType, restBodies } from './rest-bodies.ts';

function probes(
  workload: ConformWorkload,
  operations: readonly OperationDescription[],
): HttpExchange[] {
  const paths = operations.map(({ http }) => http.path);
  return [
    health,
    {
      name: 'openapi',
      holds: 'describes its routes',
      send: { method: 'GET', path: interfacePathOf('rest', workload) },
      expect: [
        hasStatus(200),
        {
          words: `OpenAPI with ${paths.join(', ')}`,
          judge: ({ body }) => {
            const described = Object(Object(jsonIn(body)).paths) as object;
            const missing = paths.filter((path) => !Object.hasOwn(described, path));
            return missing.length === 0 ? null : `no description of ${missing.join(', ')}`;
          },
        },
      ],
    },
  ];
}

/** Methods that a path does not support. */
function otherMethods({ http }: OperationDescription, isFirst: boolean): string[] {
  const other = http.method === 'GET' ? 'POST' : 'GET';
  return isFirst ? [other, 'PUT', 'DELETE', 'PATCH'] : [other];
}

function wrongPaths(operations: readonly OperationDescription[]): HttpExchange[] {
  const [first] = operations;
  const path = first?.http.path ?? '/';
  const notFound = (name: string, method: string, at: string): HttpExchange => ({
    name,
    holds: 'answers unknown paths with 404',
    send: { method, path: at },
    expect: hasProblem(404),
  });
  return [
    notFound('lost-get', 'GET', '/nowhere'),
    notFound('lost-post', 'POST', '/nowhere'),
    notFound('lost-below', first?.http.method ?? 'GET', `${path}/more`),
    ...operations.flatMap((operation, index) =>
      otherMethods(operation, index === 0).map(
        (method): HttpExchange => ({
          name: `${method.toLowerCase()}-${operation.name}`,
          holds: 'answers other methods with 405 and the allowed ones',
          send: { method, path: operation.http.path },
          expect: [
            ...hasProblem(405),
            hasHeader('allow', new RegExp(`\\b${operation.http.method}\\b`), operation.http.method),
          ],
        }),
      ),
    ),
    {
      name: 'head',
      holds: 'sends no body in answer to HEAD',
      send: { method: 'HEAD', path: healthPath },
      expect: [hasStatus(200, 405), hasNoBody],
    },
  ];
}

function queries(operations: readonly OperationDescription[]): HttpExchange[] {
  const withQuery = operations.find(({ http }) => http.query.length > 0);
  if (!withQuery) return [];
  const { path } = withQuery.http;
  const [name = ''] = withQuery.http.query;
  const refused = (what: string, value: string): HttpExchange => ({
    name: `query-${what}`,
    holds: 'refuses an invalid query',
    send: { method: 'GET', path: `${path}?${name}=${value}` },
    expect: hasProblem(400),
  });
  return [
    refused('text', 'many'),
    refused('fraction', '500.5'),
    refused('empty', ''),
    {
      name: 'query-unknown',
      holds: 'ignores unknown query parameters',
      send: { method: 'GET', path: `${path}?other=1` },
      expect: [hasStatus(200)],
    },
  ];
}

function emptyBodies(operations: readonly OperationDescription[]): HttpExchange[] {
  const empty = operations.find(({ response }) => response.fields.length === 0);
  if (!empty) return [];
  const { method, path } = empty.http;
  return [
    {
      name: 'empty-body',
      holds: 'answers an empty request with an empty body',
      send: { method, path },
      expect: [hasStatus(200), hasNoBody],
    },
  ];
}

function uploads(operations: readonly OperationDescription[]): HttpExchange[] {
  return operations.map(({ http: { method, path } }) => ({
    name: 'upload-type',
    holds: `accepts a file in parts only as ${fileMediaType}`,
    send: { method, path, headers: { 'content-type': jsonType }, body: '{}' },
    expect: hasProblem(415),
  }));
}

/** The calls of a workload as JSON over HTTP/1.1. */
function restCalls(workload: ConformWorkload): NumberedCalls {
  const { operation, request, answer } = sampleCalls[workload];
  const { method, target, body } = routeOf(operation);
  return {
    asked: (number) => ({
      method,
      path: target(request(number)),
      ...(body === null
        ? {}
        : { headers: { 'content-type': jsonType }, body: encodeJson(body, request(number)) }),
    }),
    judge: ({ status, body: received }, number, service) => {
      if (status !== 200) return `status ${status}, ${bodyWords(received)}`;
      return differenceWords(answer(number, service), decodeJson(operation.response, received));
    },
  };
}

/** Requirements for REST services, other than correct answers. */
export function restChecks(workload: ConformWorkload): ConformCheck[] {
  const { description } = workloadOf(workload);
  const all = Object.values(description.operations).filter((one) => isOffered(one, 'rest'));
  const files = fileOperationsOf(description, 'rest');
  const exchanges = [
    ...probes(workload, all),
    ...wrongPaths(all),
    ...queries(all),
    ...emptyBodies(all),
    ...restBodies(workload, description.operations),
    ...uploads(files),
  ];
  return [...exchanges.map(httpCheck), ...httpHabits(restCalls(workload))];
}
