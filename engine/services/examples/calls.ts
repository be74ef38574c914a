import { join } from 'node:path';
import {
  grpcPathOf,
  type Message,
  type OperationDescription,
  soapNamespaceOf,
  type Value,
  type WorkloadDescription,
} from '../../../contracts/workloads/description.ts';
import { httpFieldsOf } from '../../../contracts/workloads/http-fields.ts';
import { documentOf } from '../../../contracts/workloads/interfaces/graphql-document.ts';
import { protobufMediaType } from '../../../contracts/workloads/interfaces/problem.ts';
import { packageRoot } from '../../platform/version.ts';
import type { ExampleCall } from './call.ts';
import { quoted } from './shell.ts';
import { jsonText, protoValues, xmlElements } from './texts.ts';

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
  return quoted(`${target}${path}${text ? `?${text}` : ''}`);
}

const methodOption = ({ http }: OperationDescription, hasBody: boolean): string =>
  http.method === (hasBody ? 'POST' : 'GET') ? '' : ` -X ${http.method}`;

/** A call of a resource with JSON. */
export function restCall(
  curl: string,
  target: string,
  { operation, request }: ExampleCall,
): string {
  const { body } = httpFieldsOf(operation);
  const hasBody = body.length > 0;
  const data = hasBody
    ? ` -H 'content-type: application/json' \\\n  -d ${quoted(jsonText(request, body))}`
    : '';
  const url = urlOf(target, operation, request);
  return `${curl}${methodOption(operation, hasBody)}${data} \\\n  ${url}`;
}

/** A call of a resource with Protobuf, which protoc makes and reads. */
export function protobufCall(
  curl: string,
  target: string,
  workload: WorkloadDescription,
  { operation, request }: ExampleCall,
): string {
  const { body } = httpFieldsOf(operation);
  const folder = join(packageRoot(), 'proto');
  const protoc = (option: string, type: string) =>
    `protoc -I ${quoted(folder)} --${option}=${workload.package}.${type} ${workload.name}.proto`;
  const answer = `protoc -I ${quoted(folder)} --decode=${workload.package}.${operation.response.name} ${workload.name}.proto`;
  const url = urlOf(target, operation, request);
  if (body.length === 0) {
    const curled = `${curl}${methodOption(operation, false)}`;
    return `${curled} -H 'accept: ${protobufMediaType}' \\\n  ${url} \\\n  | ${answer}`;
  }
  const values = quoted(protoValues(request, body));
  const curled = `${curl}${methodOption(operation, true)} -H 'content-type: ${protobufMediaType}'`;
  return (
    `printf '%s' ${values} \\\n  | ${protoc('encode', operation.request.name)} \\\n` +
    `  | ${curled} --data-binary @- ${url} \\\n  | ${answer}`
  );
}

/** A SOAP message with its action. */
export function soapCall(
  curl: string,
  endpoint: string,
  workload: WorkloadDescription,
  { operation, request }: ExampleCall,
): string {
  const namespace = soapNamespaceOf(workload);
  const { method } = operation;
  const envelope =
    '\n<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>\n' +
    `  <${method}Request xmlns="${namespace}">\n` +
    `    ${xmlElements(request, operation.request.fields)}\n` +
    `  </${method}Request>\n</soap:Body></soap:Envelope>`;
  return (
    `${curl} -H 'content-type: text/xml; charset=utf-8' \\\n` +
    `  -H 'SOAPAction: "${namespace}:${method}"' -d ${quoted(envelope)} \\\n  ${endpoint}`
  );
}

/** A document with its variables, which asks for the whole answer. */
export function graphqlCall(
  curl: string,
  target: string,
  { operation, request }: ExampleCall,
): string {
  const variables = JSON.parse(jsonText(request, operation.request.fields));
  const body = JSON.stringify({ query: documentOf(operation), variables });
  return `${curl} -H 'content-type: application/json' \\\n  -d ${quoted(body)} \\\n  ${target}/graphql`;
}

export function grpcCall(
  grpcurl: string,
  target: string,
  workload: WorkloadDescription,
  { operation, request }: ExampleCall,
): string {
  const data = quoted(jsonText(request, operation.request.fields));
  const method = grpcPathOf(workload, operation).slice(1);
  return `${grpcurl} \\\n  -d ${data} \\\n  ${target} ${method}`;
}
