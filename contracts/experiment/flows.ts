import { z } from 'zod';
import type { Protocol } from '../words.ts';
import { byProtocol, saidFor } from './by-protocol.ts';
import { boundedText } from './lengths.ts';

/** Groups of requests to an own service: mixes, in which each has a weight, and flows. */

/** A regular expression, as written. */
export const patternSchema = z
  .string({ error: 'expected a regular expression' })
  .max(1000, 'expected at most 1000 characters')
  .refine((text) => {
    try {
      new RegExp(text);
      return true;
    } catch {
      return false;
    }
  }, 'expected a regular expression');

/** A location in XML. */
export const xpathSchema = z
  .string({ error: 'expected an XPath, such as //order/id' })
  .min(1, 'expected an XPath, such as //order/id')
  .max(1000, 'expected at most 1000 characters');

/** Namespaces by the prefixes used in XPaths. */
export const namespacesSchema = z.record(
  z.string().regex(/^[\p{L}_][\p{L}\p{N}_.-]{0,99}$/u),
  boundedText(1, 1000, 'expected a namespace, such as urn:shop'),
  {
    error: ({ code }) =>
      code === 'invalid_key'
        ? 'expected a prefix of letters, digits, dots, hyphens and underscores'
        : 'expected namespaces by prefix, such as {s: "urn:shop"}',
  },
);

/** Values available without data files or flows. */
const valueNames = ['uuid', 'int', 'sequence', 'now', 'user', 'iteration'] as const;

const wrongTake =
  'expected a path, an xpath, a header or a regular expression, such as {path: $.token} or {header: location, matches: "/(\\d+)$"}';

const placeFields = {
  /** A JSONPath (RFC 9535); of Protobuf into the JSON mapping. */
  path: z
    .string({ error: 'expected a JSONPath, such as $.items[0].id' })
    .regex(/^\$/, 'expected a JSONPath, such as $.items[0].id')
    .max(1000, 'expected at most 1000 characters')
    .optional(),
  /** An XPath into XML; names without a prefix are those of any namespace. */
  xpath: xpathSchema.optional(),
  header: z.string({ error: 'expected the name of a header' }).min(1).optional(),
  /** Its first group, or the whole match if it has none. */
  matches: patternSchema.optional(),
};

interface Place {
  readonly path?: string | undefined;
  readonly xpath?: string | undefined;
  readonly header?: string | undefined;
  readonly matches?: string | undefined;
}

const placesOf = ({ path, xpath, header }: Place) =>
  [path, xpath, header].filter((one) => one !== undefined);
const namesPlace = (place: Place) => placesOf(place).length > 0 || place.matches !== undefined;
const hasOnePlace = (place: Place) => placesOf(place).length <= 1;
const twoPlaces = { error: 'expected one of path, xpath and header' };

/** Location of a value in an answer: a path or a header, else the body; a pattern selects a part. */
export const takeSchema = z
  .strictObject(placeFields, { error: wrongTake })
  .refine(namesPlace, { error: wrongTake })
  .refine(hasOnePlace, twoPlaces);
export type Take = z.infer<typeof takeSchema>;

/** The same, with different locations for protocols with different answers. */
export const writtenTakeSchema = z
  .strictObject({ ...placeFields, ...byProtocol(takeSchema) }, { error: wrongTake })
  .refine((take) => Object.keys(take).length > 0, { error: wrongTake })
  .refine(hasOnePlace, twoPlaces);
export type WrittenTake = z.infer<typeof writtenTakeSchema>;

/** Location of a value in the answers of a protocol. @returns null if not given. */
export function takeIn(take: WrittenTake, protocol: Protocol): Take | null {
  const own = saidFor(take as Partial<Record<Protocol, Take>>, protocol);
  if (own) return own;
  const { path, xpath, header, matches } = take;
  return namesPlace(take) ? { path, xpath, header, matches } : null;
}

const takenNameSchema = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,99}$/)
  .refine((name) => !(valueNames as readonly string[]).includes(name));
const wrongTakenName = `expected a name of letters, digits, hyphens and underscores that is none of ${valueNames.join(', ')}`;

const maxSteps = 50;

const stepSchema = z.strictObject(
  {
    request: z.string({ error: 'expected the name of a request' }),
    take: z
      .record(takenNameSchema, writtenTakeSchema, {
        error: ({ code }) =>
          code === 'invalid_key'
            ? wrongTakenName
            : 'expected values by name, such as {token: {path: $.token}}',
      })
      .default({}),
  },
  { error: 'expected a step, such as {request: login, take: {token: {path: $.token}}}' },
);
export type WrittenStep = z.infer<typeof stepSchema>;

const stepsSchema = z
  .array(stepSchema, { error: 'expected a list of steps, such as [{request: login}]' })
  .max(maxSteps, `expected at most ${maxSteps} steps`);

export const flowSchema = z.strictObject(
  {
    doc: boundedText(0, 500, 'expected text').optional(),
    /** Once per trial, before any load: all users share the values it takes. */
    once: stepsSchema.default([]),
    /** Once per user, before its first iteration. */
    setup: stepsSchema.default([]),
    steps: stepsSchema.min(1, 'expected at least one step'),
  },
  { error: 'expected a flow, such as {steps: [{request: login}, {request: get-order}]}' },
);
export type WrittenFlow = z.infer<typeof flowSchema>;

/** Phases of a flow, in the order of execution. */
export const flowParts = ['once', 'setup', 'steps'] as const;
export type FlowPart = (typeof flowParts)[number];

/** All steps of a flow, in the order of execution. */
export const stepsOf = <Step>(flow: Readonly<Record<FlowPart, readonly Step[]>>): Step[] =>
  flowParts.flatMap((part) => flow[part]);

const weight = z
  .number({ error: 'expected a weight, such as 9' })
  .positive('expected a weight above 0')
  .max(1e9, 'expected a weight of at most 1000000000');

export const mixSchema = z
  .record(z.string(), weight, {
    error: 'expected requests with their weights, such as {get-order: 9, list-orders: 1}',
  })
  .refine((mix) => Object.keys(mix).length > 0, 'expected at least one request')
  .refine(
    (mix) => Object.keys(mix).length <= maxSteps,
    `expected at most ${maxSteps} requests in a mix`,
  );
type WrittenMix = z.infer<typeof mixSchema>;

/** Requests, mixes and flows by name, as far as the file has them. */
interface Named {
  readonly requests: Readonly<Record<string, unknown>>;
  readonly mixes?: Readonly<Record<string, WrittenMix>> | undefined;
  readonly flows?: Readonly<Record<string, WrittenFlow>> | undefined;
}

/** Conflicts between requests, mixes and flows: duplicate names, or unknown requests. */
export function wrongNames({ requests, mixes = {}, flows = {} }: Named): {
  readonly path: PropertyKey[];
  readonly message: string;
}[] {
  const known = Object.keys(requests).join(', ');
  const unknown = (path: PropertyKey[], name: string) =>
    Object.hasOwn(requests, name)
      ? []
      : [{ path, message: `there is no request ${name.slice(0, 100)}: expected one of ${known}` }];
  const alike = (path: PropertyKey[], name: string, others: object, what: string) =>
    Object.hasOwn(others, name)
      ? [{ path, message: `expected another name, since a ${what} is called ${name} too` }]
      : [];
  return [
    ...Object.entries(mixes).flatMap(([name, mix]) => [
      ...alike(['mixes', name], name, requests, 'request'),
      ...Object.keys(mix).flatMap((request) => unknown(['mixes', name, request], request)),
    ]),
    ...Object.entries(flows).flatMap(([name, flow]) => [
      ...alike(['flows', name], name, requests, 'request'),
      ...alike(['flows', name], name, mixes, 'mix'),
      ...flowParts.flatMap((part) =>
        flow[part].flatMap(({ request }, index) =>
          unknown(['flows', name, part, index, 'request'], request),
        ),
      ),
    ]),
  ];
}
