import fc from 'fast-check';
import type { ServiceOptions } from '../../services/service.ts';
import type { Handlers } from '../../services/workloads/handlers.ts';
import {
  Conflict,
  InvalidInput,
  NotFound,
  PoolExhausted,
} from '../../services/workloads/refusals.ts';
import type {
  EnumType,
  Message,
  MessageType,
  OperationDescription,
  WorkloadDescription,
} from '../../workloads/description.ts';
import { messagesOf } from './random-messages.ts';

/** A workload for tests that uses every feature of a description. */

const colour: EnumType = { kind: 'enum', name: 'Colour', values: ['RED', 'DEEP_BLUE'] };

const part: MessageType = {
  kind: 'message',
  name: 'Part',
  fields: [
    { name: 'label', number: 1, type: 'string' },
    { name: 'weight', number: 2, type: 'double', optional: true },
    { name: 'colour', number: 3, type: colour },
  ],
};

export const thing: MessageType = {
  kind: 'message',
  name: 'Thing',
  fields: [
    { name: 'id', number: 1, type: 'string' },
    { name: 'inStock', number: 2, type: 'bool' },
    { name: 'count', number: 3, type: 'int32' },
    { name: 'bigCount', number: 4, type: 'int64' },
    { name: 'price', number: 5, type: 'double' },
    { name: 'picture', number: 6, type: 'bytes' },
    { name: 'colour', number: 7, type: colour },
    { name: 'mainPart', number: 8, type: part },
    { name: 'parts', number: 9, type: part, repeated: true },
    { name: 'tags', number: 10, type: 'string', repeated: true },
    { name: 'marks', number: 11, type: 'int32', repeated: true },
    { name: 'note', number: 12, type: 'string', optional: true },
    { name: 'sparePart', number: 13, type: part, optional: true },
    { name: 'shade', number: 14, type: colour, optional: true },
    { name: 'limit', number: 15, type: 'int32', optional: true },
    { name: 'soldAt', number: 16, type: 'stamp', optional: true },
  ],
};

const question: MessageType = {
  kind: 'message',
  name: 'Question',
  fields: [
    { name: 'id', number: 1, type: 'string' },
    { name: 'tags', number: 2, type: 'string', repeated: true },
    { name: 'limit', number: 3, type: 'int32', optional: true },
    { name: 'exact', number: 4, type: 'bool' },
  ],
};

const answer: MessageType = {
  kind: 'message',
  name: 'Answer',
  fields: [
    { name: 'question', number: 1, type: question },
    { name: 'things', number: 2, type: thing, repeated: true },
  ],
};

const empty: MessageType = { kind: 'message', name: 'Empty', fields: [] };
const streams = ['rest', 'rest-h2', 'rest-protobuf', 'soap', 'graphql'] as const;

export const sampler = {
  name: 'product',
  doc: 'Something of everything, for tests.',
  package: 'wirebench.sampler.v1',
  service: 'SamplerService',
  operations: {
    save: {
      name: 'save',
      method: 'Save',
      field: 'save',
      doc: 'Answers with the thing as it came.',
      request: thing,
      response: thing,
      stream: 'none',
      http: { method: 'PUT', path: '/things/{id}', query: [] },
      changes: true,
    },
    ask: {
      name: 'ask',
      method: 'Ask',
      field: 'ask',
      doc: 'Answers with the question & a thing < 2.',
      request: question,
      response: answer,
      stream: 'none',
      http: { method: 'GET', path: '/things/{id}', query: ['tags', 'limit', 'exact'] },
      changes: false,
    },
    reset: {
      name: 'reset',
      method: 'Reset',
      field: 'reset',
      doc: 'Takes nothing and answers with nothing.',
      request: empty,
      response: empty,
      stream: 'none',
      http: { method: 'POST', path: '/reset', query: [] },
      changes: true,
    },
    drop: {
      name: 'drop',
      method: 'Drop',
      field: 'drop',
      doc: 'Refuses in the way that the id names.',
      request: {
        kind: 'message',
        name: 'DropRequest',
        fields: [{ name: 'id', number: 1, type: 'string' }],
      },
      response: empty,
      stream: 'none',
      http: { method: 'DELETE', path: '/things/{id}', query: [] },
      changes: true,
    },
    count: {
      name: 'count',
      method: 'Count',
      field: 'count',
      doc: 'Sends a thing for each number below the limit.',
      request: question,
      response: thing,
      stream: 'response',
      http: { method: 'GET', path: '/counts/{id}', query: ['limit'] },
      changes: false,
      notIn: streams,
    },
    collect: {
      name: 'collect',
      method: 'Collect',
      field: 'collect',
      doc: 'Answers with all things that came.',
      request: thing,
      response: answer,
      stream: 'request',
      http: { method: 'POST', path: '/collect', query: [] },
      changes: false,
      notIn: streams,
    },
  },
} as const satisfies WorkloadDescription;

export const simplePart: Message = { label: 'p', colour: 'RED' };
export const simpleThing: Message = {
  id: 't 1/ä',
  inStock: true,
  count: 3,
  bigCount: 2 ** 53 - 1,
  price: 0.1,
  picture: Uint8Array.from([0, 255, 10]),
  colour: 'DEEP_BLUE',
  mainPart: simplePart,
  parts: [simplePart, { label: '<q> & "r"', weight: -1.5, colour: 'DEEP_BLUE' }],
  tags: ['a', ''],
  marks: [0, -1],
  soldAt: '2024-02-29T00:00:07.050',
};

const emptyThing: Message = {
  ...simpleThing,
  parts: [],
  tags: [],
  marks: [],
  picture: new Uint8Array(0),
};

const refusals: Readonly<Record<string, () => Error>> = {
  invalid: () => new InvalidInput('no such id'),
  absent: () => new NotFound('nothing of that id'),
  twice: () => new Conflict('there is one already'),
  pool: () => new PoolExhausted('no connection came free in 5 s'),
  broken: () => new Error('something broke'),
};

/** Half of the handlers wait, as those with a database do. */
export const samplerHandlers: Handlers = {
  save: (request: Message) => request,
  ask: async (request: Message) => ({ question: request, things: [simpleThing, emptyThing] }),
  reset: async () => ({}),
  drop: (request: Message) => {
    const refusal = refusals[String(request.id)]?.();
    if (refusal) throw refusal;
    return {};
  },
  count: function* (request: Message) {
    for (let index = 0; index < Number(request.limit ?? 0); index++) {
      yield { ...simpleThing, count: index };
    }
  },
  collect: async (requests: AsyncIterable<Message>) => {
    const things: Message[] = [];
    for await (const request of requests) things.push(request);
    return { question: { id: 'all', tags: [], exact: true }, things };
  },
};

/** Options for a service of the sampler in the process of a test. */
export interface SamplerWatch {
  readonly options: ServiceOptions;
  answers(): number;
  readonly complaints: readonly string[];
}

export function samplerOptions(more: Partial<ServiceOptions> = {}): SamplerWatch {
  let answers = 0;
  const complaints: string[] = [];
  const options: ServiceOptions = {
    host: '127.0.0.1',
    port: 0,
    tls: null,
    workload: sampler,
    handlers: samplerHandlers,
    formats: 'separate',
    countAnswer: () => {
      answers++;
    },
    pause: (act) => act(),
    onClientError: (message) => complaints.push(message),
    ...more,
  };
  return { options, answers: () => answers, complaints };
}

/** Text that XML can carry: without control characters and noncharacters. */
const xmlText = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => !/[\p{Cc}\ufffe\uffff]/u.test(text));

/** Messages of a type in canonical form. */
export const messageOf = (type: MessageType) => messagesOf(type, xmlText);

export const samplerOperation = (name: keyof typeof sampler.operations): OperationDescription =>
  sampler.operations[name];
