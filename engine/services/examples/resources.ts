import { join } from 'node:path';
import type { Message, OperationDescription, Value } from '../../../workloads/description.ts';
import { httpFieldsOf } from '../../../workloads/http-fields.ts';
import { protobufMediaType } from '../../../workloads/interfaces/problem.ts';
import { packageRoot } from '../../platform/version.ts';
import type { ExampleCall } from './call.ts';
import { aliveExample, type CalledService, curlFor, type ExampleTexts } from './called.ts';
import { shellWord } from './shell.ts';
import { jsonText, protoValues } from './texts.ts';

function plainText(value: Value | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}

/** Path and query string of a request, as one word of a shell. */
function urlOf(
  target: string,
  { http, request: type }: OperationDescription,
  request: Message,
): string {
  const path = http.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(plainText(request[name])),
  );
  const query = new URLSearchParams();
  for (const { name } of type.fields.filter((field) => http.query.includes(field.name))) {
    const value = request[name];
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value]) {
      query.append(name, plainText(one as Value));
    }
  }
  const text = query.toString();
  return shellWord(`${target}${path}${text ? `?${text}` : ''}`);
}

const methodOption = ({ http }: OperationDescription, hasBody: boolean): string =>
  http.method === (hasBody ? 'POST' : 'GET') ? '' : ` -X ${http.method}`;

/** A call of a resource with JSON. */
function jsonCall(curl: string, target: string, { operation, request }: ExampleCall): string {
  const { body } = httpFieldsOf(operation);
  const hasBody = body.length > 0;
  const data = hasBody
    ? ` -H 'content-type: application/json' \\\n  -d ${shellWord(jsonText(request, body))}`
    : '';
  const url = urlOf(target, operation, request);
  return `${curl}${methodOption(operation, hasBody)}${data} \\\n  ${url}`;
}

/** A call of a resource with Protobuf, which protoc encodes and decodes. */
function protobufCall(
  curl: string,
  { target, workload }: CalledService,
  { operation, request }: ExampleCall,
): string {
  const { body } = httpFieldsOf(operation);
  const folder = shellWord(join(packageRoot(), 'proto'));
  const protoc = (option: string, type: string) =>
    `protoc -I ${folder} --${option}=${workload.package}.${type} ${workload.name}.proto`;
  const answer = protoc('decode', operation.response.name);
  const url = urlOf(target, operation, request);
  if (body.length === 0) {
    const curled = `${curl}${methodOption(operation, false)}`;
    return `${curled} -H 'accept: ${protobufMediaType}' \\\n  ${url} \\\n  | ${answer}`;
  }
  const values = shellWord(protoValues(request, body));
  const curled = `${curl}${methodOption(operation, true)} -H 'content-type: ${protobufMediaType}'`;
  return (
    `printf '%s' ${values} \\\n  | ${protoc('encode', operation.request.name)} \\\n` +
    `  | ${curled} --data-binary @- ${url} \\\n  | ${answer}`
  );
}

function jsonExamples(curl: string, service: CalledService): ExampleTexts {
  return {
    call: (call) => jsonCall(curl, service.target, call),
    others: [aliveExample(curl, service)],
  };
}

export function restExamples(service: CalledService): ExampleTexts {
  return jsonExamples(curlFor(service), service);
}

export function restHttp2Examples(service: CalledService): ExampleTexts {
  const option = service.tls === 'off' ? '--http2-prior-knowledge' : '--http2';
  return jsonExamples(`${curlFor(service)} ${option}`, service);
}

export function restProtobufExamples(service: CalledService): ExampleTexts {
  const curl = curlFor(service);
  return {
    call: (call) => protobufCall(curl, service, call),
    others: [aliveExample(curl, service)],
  };
}
