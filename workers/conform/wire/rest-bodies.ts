import type { ConformWorkload } from '../../../contracts/conform.ts';
import type { Field, Message, OperationDescription } from '../../../workloads/description.ts';
import { sampleCalls } from '../samples.ts';
import { shownValue } from '../words.ts';
import { hasHeader, hasJson, hasProblem, hasStatus } from './expect-http.ts';
import type { HttpExchange } from './http-check.ts';

export const jsonType = 'application/json';

interface Posted {
  readonly name: string;
  readonly holds: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function posted(
  { http }: OperationDescription,
  { name, holds, body, headers }: Posted,
  status: number,
): HttpExchange {
  return {
    name,
    holds,
    send: {
      method: http.method,
      path: http.path,
      headers: headers ?? { 'content-type': jsonType },
      body,
    },
    expect: hasProblem(status),
  };
}

/** Values that do not fit a field, each with its part of a check name. */
function unfit({ type }: Field): readonly (readonly [name: string, value: unknown])[] {
  const never = [
    ['null', null],
    ['list', []],
    ['object', {}],
    ['truth', true],
  ] as const;
  if (type === 'string') return [['number', 7], ...never];
  return [['text', '7'], ['fraction', 1.5], ['too-large', 2_147_483_648], ...never];
}

/** One field of each kind in a request. */
function fieldsToTry({ request }: OperationDescription): Field[] {
  const first = (type: Field['type']) =>
    request.fields.filter((field) => field.type === type).slice(0, 1);
  return [...first('string'), ...first('int32')];
}

const whole = (request: Message, fields: Readonly<Record<string, unknown>>) =>
  JSON.stringify({ ...request, ...fields });

/** Invalid bodies for one workload only. */
const others: Readonly<
  Record<ConformWorkload, readonly (Posted & { readonly operation: string })[]>
> = {
  product: [],
  inventory: [],
  team: [
    {
      operation: 'enrol',
      name: 'list-missing',
      holds: 'refuses a body without its list',
      body: '{"remark":""}',
    },
    {
      operation: 'enrol',
      name: 'list-null',
      holds: 'refuses null for a list',
      body: '{"students":null,"remark":""}',
    },
    {
      operation: 'enrol',
      name: 'nested-missing',
      holds: 'refuses an item of a list that lacks a field',
      body: '{"students":[{"name":"x","id":1}],"remark":""}',
    },
    {
      operation: 'enrol',
      name: 'nested-text',
      holds: 'refuses a text for a number within a list',
      body: '{"students":[{"name":"x","id":"1","courseCode":"y"}],"remark":""}',
    },
    {
      operation: 'upload',
      name: 'not-base64',
      holds: 'refuses content that is not base64',
      body: '{"name":"x","content":"*!"}',
    },
  ],
};

/** Requirements for JSON bodies; none if a workload has no bodies. */
export function restBodies(
  workload: ConformWorkload,
  all: Readonly<Record<string, OperationDescription>>,
): HttpExchange[] {
  const { operation, request, answer } = sampleCalls[workload];
  if (operation.http.method !== 'POST') return [];
  const right = request(0);
  const body = JSON.stringify(right);
  const bad = (name: string, holds: string, text: string) =>
    posted(operation, { name, holds, body: text }, 400);
  const last = operation.request.fields.at(-1)?.name ?? '';
  const taken = (name: string, holds: string, type: string, text: string): HttpExchange => ({
    name,
    holds,
    send: {
      method: operation.http.method,
      path: operation.http.path,
      headers: { 'content-type': type },
      body: text,
    },
    expect: [
      hasStatus(200),
      hasHeader('content-type', /^application\/json\b/i, jsonType),
      hasJson((_value, order) => answer(0, order), 'exactly the fields of the answer'),
    ],
  });
  return [
    taken('json', 'answers with JSON and no other field', jsonType, body),
    taken(
      'json-charset',
      'accepts a content type with a charset',
      `${jsonType}; charset=utf-8`,
      body,
    ),
    taken(
      'json-blanks',
      'accepts JSON with blanks, and escaped characters',
      jsonType,
      `\n ${JSON.stringify(right, null, 2).replace('A', '\\u0041')}\n`,
    ),
    taken(
      'unknown-field',
      'ignores unknown fields',
      jsonType,
      whole(right, { extra: { deep: [1, 'x'] } }),
    ),
    bad('no-body', 'refuses a request without its body', ''),
    bad('not-json', 'refuses invalid JSON', '<a/>'),
    bad('cut-json', 'refuses JSON that ends too early', body.slice(0, -1)),
    bad('json-list', 'refuses a list for a message', '[]'),
    bad('json-null', 'refuses null for a message', 'null'),
    bad('json-text', 'refuses a text for a message', '"x"'),
    bad(
      'missing-field',
      'refuses a message without one of its fields',
      whole(right, { [last]: undefined }),
    ),
    bad('missing-all', 'refuses a message without any field', '{}'),
    ...fieldsToTry(operation).flatMap((field) =>
      unfit(field).map(([name, value]) =>
        bad(
          `${field.name}-${name}`,
          `refuses ${shownValue(value)} for a field of the type ${String(field.type)}`,
          whole(right, { [field.name]: value }),
        ),
      ),
    ),
    posted(
      operation,
      {
        name: 'other-type',
        holds: 'refuses bodies of another type',
        body: '<a/>',
        headers: { 'content-type': 'text/xml' },
      },
      415,
    ),
    posted(
      operation,
      { name: 'no-type', holds: 'refuses bodies without a content type', body, headers: {} },
      415,
    ),
    ...others[workload].flatMap(({ operation: name, ...one }) => {
      const found = all[name];
      return found ? [posted(found, one, 400)] : [];
    }),
  ];
}
