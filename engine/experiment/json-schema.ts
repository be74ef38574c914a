import { z } from 'zod';
import { experimentSchema } from '../../contracts/experiment/experiment.ts';
import { maxShapeLength, shapeNames } from '../../contracts/experiment/shape.ts';

type Json = Record<string, unknown>;

/**
 * JSON Schema (draft 7, which editors know best) of the experiment file, for completion and hints
 * while typing. It is derived from the zod schema; rules that JSON Schema cannot express, such as
 * an address for each protocol, are only checked by `readExperiment`.
 */
export function experimentJsonSchema(): Json {
  const schema: Json = z.toJSONSchema(experimentSchema, {
    io: 'input',
    target: 'draft-07',
    unrepresentable: 'any',
  });
  schema.title = 'Wirebench experiment';
  for (const [path, additions] of Object.entries(refinements)) extend(schema, path, additions);
  for (const [path, description] of Object.entries(descriptions)) {
    extend(schema, path, { description });
  }
  return schema;
}

/** @throws RangeError when the file format has no such key any more, so that this page is mended. */
function extend(schema: Json, path: string, additions: Json): void {
  const found = path.split('.').reduce<Json | undefined>(inside, schema);
  if (!found) throw new RangeError(`The experiment file has no ${path}`);
  for (const key of Object.keys(additions)) delete found[key];
  Object.assign(found, additions);
}

function inside(schema: Json | undefined, key: string): Json | undefined {
  if (schema === undefined || key === '') return schema;
  if (key === 'items') return schema.items as Json | undefined;
  const objects = [schema, ...((schema.anyOf as Json[] | undefined) ?? [])];
  return objects
    .map((one) => (one.properties as Record<string, Json> | undefined)?.[key])
    .find((one) => one !== undefined);
}

const amount = '\\d+(\\.\\d+)?';
const duration: Json = {
  type: ['string', 'number'],
  minimum: 0,
  pattern: `^\\s*(${amount}|(?=\\d)(${amount}h)?(${amount}m(?!s))?(${amount}s)?(${amount}ms)?)\\s*$`,
  examples: ['500ms', '20s', '3m', '1h20m', 20],
};
const shape: Json = {
  anyOf: [
    { type: 'string', enum: shapeNames },
    { type: 'string', pattern: '^(echo|modify):\\d{1,7}$', examples: ['echo:5000'] },
  ],
};
const httpAddress: Json = { pattern: '^https?://[^\\s/]+', examples: ['http://host:8080'] };

/** What refinements and transforms hide from the conversion. */
const refinements: Record<string, Json> = {
  load: { oneOf: [{ required: ['duration'] }, { required: ['requests'] }] },
  'load.warmUp': duration,
  'load.duration': duration,
  'load.thinkTime': duration,
  timeout: duration,
  'factors.shape': {
    anyOf: [
      { type: 'array', minItems: 1, uniqueItems: true, items: shape },
      ...(shape.anyOf as Json[]),
    ],
  },
  'target.rest': httpAddress,
  'target.soap': httpAddress,
  'target.grpc': { examples: ['host:50051'] },
  'thresholds.items': {
    examples: ['errors < 1%', 'p99 < 50ms when protocol = grpc', 'throughput > 1000'],
  },
};

const descriptions: Record<string, string> = {
  wirebench: 'Version of the file format.',
  name: 'What the run is called in the history.',
  description: 'What the experiment is for.',
  workload: 'The service domain: its operations and messages.',
  target:
    'Who answers: "bundled" services that Wirebench starts, or addresses of services elsewhere.',
  factors: 'Each list is a factor; every combination of their values is a cell.',
  'factors.protocol': 'What is on the wire.',
  'factors.shape': `The payload: a named shape, or OPERATION:LENGTH with at most ${maxShapeLength} characters.`,
  'factors.users': 'Users, each with one request in flight at most.',
  'factors.tls': 'Transport security.',
  'factors.client': 'Who writes the bytes: raw is the lean driver, library what applications use.',
  text: 'What characters the payload is made of.',
  load: 'How requests are issued, and for how long.',
  'load.model': 'closed: each user sends its next request when the answer to the last one is in.',
  'load.rampUp': 'Users started per second; 0 starts all at once.',
  'load.warmUp': 'From the start of the first user; excluded from every figure.',
  'load.duration': 'Length of the measured window; a number without a unit is in seconds.',
  'load.requests': 'Completed requests to measure, over all users, instead of a duration.',
  'load.thinkTime': 'Pause of a user between an answer and its next request.',
  connections: 'One connection for each user, one for each request, or a number that all share.',
  repetitions: 'How often each cell is executed.',
  order:
    'listed: all repetitions of a cell, then the next cell; interleaved: each cell once, then again; random: shuffled by the seed.',
  seed: 'Decides the payloads and the random order.',
  timeout: 'A request without an answer after this time counts as failed.',
  verify: 'How many answers are compared with what they must be.',
  workers: 'Threads that make the load; auto is one per core less one, at least one.',
  thresholds: 'Rules that each trial must meet; one that fails makes the command exit with 3.',
};
