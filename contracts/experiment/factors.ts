import { z } from 'zod';
import { protocolFacts } from '../protocols.ts';
import { stackFacts, stackSchema, stacks } from '../stacks.ts';
import {
  clientKindSchema,
  protocolSchema,
  protocols,
  textKindSchema,
  tlsLevelSchema,
} from '../words.ts';
import { connectionsLevel, connectionsSchema } from './connections.ts';
import {
  databaseLevelSchema,
  datesLevelSchema,
  fieldsLevelSchema,
  gatewayLevelSchema,
  networkLevelSchema,
} from './environment-factors.ts';
import { listOf } from './lengths.ts';
import { rateSchema, usersSchema } from './load-fields.ts';
import { protocolLevels } from './protocol-levels.ts';
import { setting } from './setting.ts';
import { maxShapeLength, shapeSchema } from './shape.ts';
import { serverNameSchema } from './target.ts';

/** A list of distinct levels; a single value may stand where a list may. */
function levels<T extends z.ZodType>(level: T) {
  return z
    .union([listOf(level, 'level'), level.transform((one) => [one])])
    .superRefine((list, context) => {
      const seen = new Set<unknown>();
      list.forEach((item, index) => {
        if (seen.has(item)) {
          context.addIssue({
            code: 'custom',
            path: [index],
            message: `"${String(item)}" is listed twice`,
          });
        }
        seen.add(item);
      });
    });
}

/** Whether a connection may resume the TLS session of an earlier one. */
export const resumptionSchema = z.enum(['off', 'on']);

const onOff = { off: { label: 'Off' }, on: { label: 'On' } };
/** Meanings of {@link connectionsSchema}, {@link textKindSchema} and {@link resumptionSchema}, for both places. */
export const connectionChoices = {
  'per-user': { label: 'One per user' },
  'per-request': { label: 'New per request' },
  'per-iteration': { label: 'New per iteration' },
};
export const textChoices = {
  ascii: { label: 'ASCII', help: 'nothing to escape' },
  escaped: { label: 'Escaped', help: 'one in eight must be escaped' },
  multibyte: { label: 'Multibyte', help: 'one to four bytes each' },
};
export const resumptionChoices = onOff;
const byProtocol = 'Each level is one value, or one value per protocol.';

/** The factors; each list is one, and the cells are their full cross product in the order listed. */
export const factorsSchema = z.strictObject({
  protocol: setting(levels(protocolSchema), {
    section: 'Factors',
    label: 'Protocol',
    doc: 'What is on the wire.',
    term: 'protocol',
    see: 'protocols',
    values: protocols.map((name) => `\`${name}\` (${protocolFacts[name].label})`).join(', '),
  }),
  shape: setting(levels(shapeSchema).optional(), {
    section: 'Factors',
    label: 'Shape',
    doc: `The payload: a named shape, or OPERATION:LENGTH with at most ${maxShapeLength.toLocaleString('en-GB')} characters.`,
    fallback: ['small'],
    term: 'shape',
    values: 'names or `OPERATION:LENGTH`',
    byDefault: 'the first of the workload',
    see: 'shapes',
  }),
  users: setting(levels(usersSchema).optional(), {
    section: 'Factors',
    label: 'Users',
    doc: 'For closed load: users, each with at most one request in flight; default 10.',
    unit: 'users, whole numbers',
    fallback: [10],
    term: 'users',
  }),
  rate: setting(levels(rateSchema).optional(), {
    section: 'Factors',
    label: 'Rate',
    doc: 'For open load: requests per second.',
    help: 'requests per second',
    unit: 'requests per second',
    fallback: null,
    term: 'rate',
    byDefault: 'required for open load',
  }),
  tls: setting(levels(tlsLevelSchema).prefault(['off']), {
    section: 'Factors',
    label: 'TLS',
    doc: 'Transport security. on: the highest version that both sides support; mtls: the client sends a certificate too.',
    choices: {
      off: { label: 'Off' },
      on: { label: 'On' },
      'tls1.2': { label: 'TLS 1.2' },
      'tls1.3': { label: 'TLS 1.3' },
      mtls: { label: 'Mutual' },
    },
    term: 'tls',
  }),
  client: setting(levels(clientKindSchema).prefault(['raw']), {
    section: 'Factors',
    label: 'Client',
    doc: 'Who writes the bytes: raw is the lean driver, library what applications use.',
    choices: {
      raw: { label: 'Raw', help: 'lean driver' },
      library: { label: 'Library', help: 'as applications do' },
    },
    term: 'client',
  }),
  gateway: setting(levels(gatewayLevelSchema).optional(), {
    section: 'Environment',
    label: 'Gateway',
    bundledOnly: true,
    doc: 'Whether an API gateway, a separate process, sits between client and service.',
    choices: onOff,
    see: 'environment',
  }),
  database: setting(levels(databaseLevelSchema).optional(), {
    section: 'Environment',
    label: 'Database',
    bundledOnly: true,
    doc: 'Where the service stores its data: in memory, in SQLite, or in PostgreSQL.',
    choices: {
      none: { label: 'None' },
      sqlite: { label: 'SQLite' },
      postgres: { label: 'PostgreSQL' },
    },
    see: 'environment',
  }),
  network: setting(levels(networkLevelSchema).optional(), {
    section: 'Environment',
    label: 'Network',
    doc: 'An emulated network between client and service: none, or ROUNDTRIP[~JITTER][@BANDWIDTH] such as 30ms~5ms@100Mbit.',
    unit: 'none, or ROUNDTRIP[~JITTER][@BANDWIDTH] such as 30ms~5ms@100Mbit',
    values: '`none`, or a network such as `30ms`, `30ms~5ms`, `30ms@100Mbit`',
    see: 'environment',
  }),
  fields: setting(levels(fieldsLevelSchema).optional(), {
    section: 'Environment',
    label: 'Fields',
    bundledOnly: true,
    doc: 'Whether messages carry all fields or only the few that a client needs.',
    choices: { full: { label: 'Full' }, reduced: { label: 'Reduced' } },
    byDefault: '`full`, except where the workload sets it per protocol',
  }),
  dates: setting(levels(datesLevelSchema).optional(), {
    section: 'Environment',
    label: 'Dates',
    bundledOnly: true,
    doc: 'Whether timestamps include a time of day.',
    choices: { full: { label: 'Full' }, 'date-only': { label: 'Date only' } },
    byDefault: '`full`',
  }),
  connections: setting(
    levels(
      protocolLevels(
        connectionsSchema,
        connectionsLevel,
        'expected per-user, per-request, per-iteration, {shared: NUMBER}, or one of them per protocol, such as {rest: per-user, grpc: {shared: 4}}',
      ),
    ).optional(),
    {
      section: 'Factors',
      label: 'Varied connections',
      subject: 'Connections',
      doc: `How users share connections, as a factor. ${byProtocol}`,
      choices: connectionChoices,
      term: 'connections',
      values: '`per-user`, `per-request`, `per-iteration`, `{shared: NUMBER}`, or one per protocol',
      byDefault: 'the key `connections`',
      see: 'connections',
    },
  ),
  resumption: setting(
    levels(
      protocolLevels(
        resumptionSchema,
        (one) => one,
        'expected off, on, or one of them per protocol, such as {rest: on, grpc: off}',
      ),
    ).optional(),
    {
      section: 'Factors',
      label: 'Varied resumption',
      subject: 'TLS session resumption',
      doc: `Whether a connection may resume an earlier TLS session, as a factor. ${byProtocol}`,
      choices: resumptionChoices,
      term: 'tls-resumption',
      values: '`off`, `on`, or one per protocol',
      byDefault: 'the key `resumption`',
      see: 'resumption',
    },
  ),
  text: setting(
    levels(
      protocolLevels(
        textKindSchema,
        (one) => one,
        'expected ascii, escaped, multibyte, or one of them per protocol, such as {rest: ascii, soap: escaped}',
      ),
    ).optional(),
    {
      section: 'Factors',
      label: 'Varied characters',
      bundledOnly: true,
      subject: 'Payload text',
      doc: `Which characters the payload is made of, as a factor. ${byProtocol}`,
      choices: textChoices,
      values: '`ascii`, `escaped`, `multibyte`, or one per protocol',
      byDefault: 'the key `text`',
      see: 'shapes',
    },
  ),
  server: setting(levels(serverNameSchema).optional(), {
    section: 'Environment',
    label: 'Server',
    doc: 'Which of the servers of target.servers answers.',
    unit: 'names of target.servers',
    values: 'names of `target.servers`',
    see: 'servers-that-wirebench-starts',
  }),
  stack: setting(levels(stackSchema).optional(), {
    section: 'Environment',
    label: 'Stack',
    bundledOnly: true,
    doc: 'Language and libraries that the bundled services are made of.',
    choices: Object.fromEntries(
      stacks.map((name) => [
        name,
        { label: stackFacts[name].label, help: stackFacts[name].madeOf },
      ]),
    ),
    term: 'stack',
    byDefault: '`node`',
    see: 'stacks',
  }),
});

/** The factors in display order. */
export const factorNames = factorsSchema.keyof().options;
export type FactorName = (typeof factorNames)[number];

/** Factors that can also be one value for the whole file, under the same key, and differ by protocol. */
export const protocolFactors = [
  'connections',
  'resumption',
  'text',
] as const satisfies readonly FactorName[];

/** Factors that change the messages, besides the shape. */
export const messageFactors = ['fields', 'dates', 'text'] as const satisfies readonly FactorName[];

/** Factors that every cell has, or that its load determines. */
const inEveryCell = ['protocol', 'shape', 'users', 'rate', 'tls', 'client'] as const;

/** Factors that a cell has only if its experiment lists them, mostly of the environment around client and service. */
export type Surrounding = Exclude<FactorName, (typeof inEveryCell)[number]>;
export const surroundings = factorNames.filter(
  (name): name is Surrounding => !inEveryCell.some((one) => one === name),
);
