import { z } from 'zod';
import type { OwnService } from '../own-service.ts';
import {
  orderSchema,
  type Protocol,
  type Subject,
  textKindSchema,
  verifySchema,
  workloadNameSchema,
} from '../words.ts';
import { type Connections, connectionsSchema } from './connections.ts';
import { durationSchema } from './duration.ts';
import { energySettingsSchema } from './energy-settings.ts';
import {
  connectionChoices,
  factorsSchema,
  resumptionChoices,
  resumptionSchema,
  textChoices,
} from './factors.ts';
import { boundedText, listOf } from './lengths.ts';
import { loadSchema } from './load.ts';
import { machineSettings } from './machine-settings.ts';
import { wholeNumber } from './numbers.ts';
import type { OwnTls } from './own-tls.ts';
import { repetitionsSchema, type UntilDecided } from './repetitions.ts';
import { serviceSchema } from './service.ts';
import { setting } from './setting.ts';
import { studySettingsSchema } from './study.ts';
import { type Addresses, type ServerSettings, targetSchema } from './target.ts';
import { thresholdTextSchema } from './threshold.ts';

/** The version of the experiment file that this build writes. */
export const experimentVersion = 1;

const coresSchema = listOf(wholeNumber(0, 1023, 'a core'), 'core', {
  error: 'expected a list of cores, such as [0, 1]',
});

/**
 * Cores of this machine (from 0) for the load workers, in order, and for the bundled services; `none` leaves
 * placement to the system, `auto` separates the two if there are enough cores.
 */
const pinningSchema = z.union(
  [
    z.enum(['none', 'auto']),
    z.strictObject({
      workers: setting(coresSchema, {
        label: 'Cores of the workers',
        doc: 'Cores for the workers, in order, counted from 0.',
      }),
      services: setting(coresSchema, {
        label: 'Cores of the services',
        doc: 'Cores for the bundled services.',
      }),
    }),
  ],
  { error: 'expected none, auto, or cores such as {workers: [1], services: [0]}' },
);
export type Pinning = z.infer<typeof pinningSchema>;

const postgresUrl = z
  .string({ error: 'expected an address such as postgres://user@127.0.0.1:5432/name' })
  .regex(
    /^postgres(ql)?:\/\/\S+$/,
    'expected an address such as postgres://user@127.0.0.1:5432/name',
  );

/** The database of a bundled service. */
const databaseSettingsSchema = z.strictObject({
  url: setting(postgresUrl.optional(), {
    section: 'Environment',
    label: 'Address',
    doc: 'Address of the PostgreSQL database; needed where factors.database lists postgres.',
    help: 'of PostgreSQL',
    likelihood: 'likely',
    subject: 'Address of the database',
    values: '`postgres://USER@HOST:PORT/NAME`',
  }),
  pool: setting(wholeNumber(1, 1000, 'a number of connections').default(10), {
    section: 'Environment',
    label: 'Pool',
    doc: 'The most connections that the service opens.',
    help: 'connections, at most',
    unit: 'connections',
    likelihood: 'likely',
    subject: 'Database connections',
  }),
  wait: setting(durationSchema.prefault('5s'), {
    section: 'Environment',
    label: 'Wait',
    doc: 'How long a request may wait for a free connection before it fails with an error of kind pool.',
    help: 'for a free connection, at most',
    kind: 'duration',
    likelihood: 'possible',
    subject: 'Wait for a database connection',
  }),
});

/**
 * The mapping of the experiment file, before the rules that involve several keys; in the order in which keys
 * are written.
 */
export const experimentFieldsSchema = z.strictObject({
  wirebench: setting(
    z.literal(experimentVersion, {
      error: `expected ${experimentVersion}, the version of the file format`,
    }),
    { label: 'Version', doc: 'Version of the file format.' },
  ),
  name: setting(boundedText(1, 200, 'expected a name'), {
    section: 'Experiment',
    label: 'Name',
    doc: 'The name of the run in the history.',
  }),
  description: setting(boundedText(0, 10_000, 'expected text').optional(), {
    section: 'Experiment',
    label: 'Description',
    doc: 'The purpose of the experiment.',
  }),
  workload: setting(workloadNameSchema.default('product'), {
    section: 'Experiment',
    label: 'Workload',
    bundledOnly: true,
    doc: 'The service domain: its operations and messages.',
    term: 'workload',
    likelihood: 'likely',
  }),
  service: setting(serviceSchema.optional(), {
    label: 'Your own service',
    doc: 'A service of your own instead of a workload: its addresses, and the requests that are sent to it.',
    fallback: null,
    likelihood: 'likely',
    byDefault: 'none',
    see: 'your-own-service',
  }),
  study: setting(studySettingsSchema.optional(), {
    section: 'Experiment',
    label: 'Study',
    doc: 'The published tables to compare a run of this experiment with, such as {name: kth-2023, tables: [throughput]}.',
    help: 'published tables to compare a run with',
    values: '`{name, tables}`',
  }),
  target: setting(targetSchema.default('bundled'), {
    section: 'Experiment',
    label: 'Target',
    doc: 'What answers: "bundled" services that Wirebench starts, addresses of your own services, or a server of your own that Wirebench starts.',
    term: 'target',
    likelihood: 'likely',
    values: '`bundled`, addresses, or a server to start',
    see: 'target',
  }),
  factors: setting(factorsSchema, {
    label: 'Factors',
    doc: 'Each list is a factor; every combination of their values is a cell.',
    see: 'factors',
  }),
  text: setting(textKindSchema.default('ascii'), {
    section: 'Factors',
    label: 'Characters',
    bundledOnly: true,
    doc: 'Which characters the payload is made of.',
    choices: textChoices,
    likelihood: 'likely',
    subject: 'Payload text',
    see: 'shapes',
  }),
  load: setting(loadSchema, {
    label: 'Load',
    doc: 'How requests are issued, and for how long.',
    see: 'load',
  }),
  connections: setting(connectionsSchema.optional(), {
    section: 'Load',
    label: 'Connections',
    doc: 'One connection for each user, for each request, for each iteration of a plan (its default), or a number that all share.',
    choices: connectionChoices,
    fallback: 'per-user',
    term: 'connections',
    likelihood: 'likely',
    values: '`per-user`, `per-request`, `per-iteration`, `{shared: NUMBER}`',
    see: 'connections',
  }),
  repetitions: setting(repetitionsSchema.default(1), {
    section: 'Trials',
    label: 'Repetitions',
    doc: 'How often each cell is measured: a number, or until the comparisons of the finding are decided.',
    help: 'trials per cell',
    unit: 'trials of each cell',
    term: 'repetition',
    likelihood: 'unlikely',
    values: 'a number, or `{until: decided, atLeast, atMost, within, margin}`',
    see: 'order-and-repetitions',
  }),
  order: setting(orderSchema.default('listed'), {
    section: 'Trials',
    label: 'Order',
    doc: 'listed: all repetitions of a cell, then the next cell; interleaved: each cell once, then again; random: shuffled by the seed. Repetitions until decided have an order of their own: each cell once, shuffled by the seed, and then the same in reverse.',
    choices: {
      listed: { label: 'Listed', help: 'all repetitions of a cell, then the next' },
      interleaved: { label: 'Interleaved', help: 'one of every cell, then again' },
      random: { label: 'Random', help: 'shuffled by the seed' },
    },
    likelihood: 'possible',
    subject: 'Order of trials',
    see: 'order-and-repetitions',
  }),
  seed: setting(wholeNumber(0, 4_294_967_295, 'a seed').default(1), {
    section: 'Trials',
    label: 'Seed',
    doc: 'Determines the payloads, Poisson arrivals and the random order; the same seed gives the same payloads, arrivals and order.',
    help: 'same seed, same payloads and order',
    term: 'seed',
    likelihood: 'unlikely',
  }),
  timeout: setting(durationSchema.prefault('10s'), {
    section: 'Load',
    label: 'Timeout',
    doc: 'A request without a complete answer within this time counts as failed.',
    help: 'per request',
    kind: 'duration',
    likelihood: 'unlikely',
    subject: 'Time-out',
    values: '[duration](#durations) above 0',
  }),
  verify: setting(verifySchema.default('sample'), {
    section: 'Trials',
    label: 'Verify',
    doc: 'How many answers are decoded and compared with the expected answer; status and length are always checked.',
    choices: {
      none: { label: 'None', help: 'status and length only' },
      sample: { label: 'Sample', help: 'some answers are compared' },
      all: { label: 'All', help: 'every answer is compared; costs CPU' },
    },
    term: 'verification',
    likelihood: 'possible',
    subject: 'Answer verification',
  }),
  workers: setting(
    z
      .union([z.literal('auto'), wholeNumber(1, 256, 'a number of workers')], {
        error: 'expected auto or a number of workers',
      })
      .default('auto'),
    {
      section: 'Trials',
      label: 'Workers',
      doc: 'Threads that generate the load; auto is one per core minus one, at least one, on each machine.',
      help: 'threads; auto is one per core minus one',
      unit: 'threads, or auto',
      term: 'worker',
    },
  ),
  ...machineSettings,
  serviceWorkers: setting(
    z
      .union([z.literal('cores'), wholeNumber(1, 256, 'a number of cores')], {
        error: 'expected cores or a number of cores',
      })
      .default(1),
    {
      section: 'Trials',
      label: 'Cores of a service',
      bundledOnly: true,
      doc: 'Cores that a bundled service may use: processes on Node, threads or processes in other stacks; cores is all of this machine.',
      help: 'processes or threads; cores is all',
      unit: 'cores, or `cores`',
      likelihood: 'likely',
      see: 'stacks',
    },
  ),
  resumption: setting(resumptionSchema.default('off'), {
    section: 'Trials',
    label: 'Resumption',
    doc: 'Whether a connection may resume an earlier TLS session, which saves most of the handshake.',
    help: 'of TLS sessions by new connections',
    choices: resumptionChoices,
    term: 'tls-resumption',
    likelihood: 'likely',
    subject: 'TLS session resumption',
    see: 'resumption',
  }),
  data: setting(
    z.record(z.string(), z.json(), { error: 'expected settings such as {users: 400}' }).default({}),
    {
      section: 'Environment',
      label: 'Data',
      bundledOnly: true,
      doc: 'Settings for the workload’s data: how much there is, and how large. Each workload has its own.',
      likelihood: 'likely',
      values: 'mapping',
    },
  ),
  database: setting(databaseSettingsSchema.prefault({}), {
    label: 'Database',
    doc: 'The database of a bundled service, where factors.database lists one.',
    see: 'environment',
  }),
  formats: setting(z.enum(['separate', 'negotiated']).default('separate'), {
    section: 'Environment',
    label: 'Formats',
    bundledOnly: true,
    doc: 'separate: a REST service uses JSON or Protobuf; negotiated: it offers both and each request chooses.',
    choices: {
      separate: { label: 'Separate', help: 'a REST service uses JSON or Protobuf' },
      negotiated: { label: 'Negotiated', help: 'it offers both; each request chooses' },
    },
    likelihood: 'likely',
    subject: 'REST service formats',
  }),
  equivalence: setting(z.enum(['check', 'skip']).default('check'), {
    section: 'Environment',
    label: 'Equivalence',
    bundledOnly: true,
    doc: 'check: before the first trial, all protocols must give the same answers; skip: no check.',
    choices: {
      check: { label: 'Check', help: 'before the first trial' },
      skip: { label: 'Skip', help: 'protocols may give different answers' },
    },
    likelihood: 'unlikely',
    subject: 'Equivalence check',
  }),
  energy: setting(energySettingsSchema.prefault({}), {
    label: 'Energy',
    doc: 'How the energy of trials is determined: with processor counters, or as an estimate.',
    see: 'environment',
  }),
  pinning: setting(pinningSchema.default('none'), {
    section: 'Trials',
    label: 'Pinning',
    doc: 'Cores for load workers and bundled services, on Linux: none, auto (separate cores for both), or core numbers.',
    term: 'pinning',
    likelihood: 'likely',
    subject: 'Pinning to cores',
    values: '`none`, `auto`, or cores',
    see: 'pinning',
  }),
  thresholds: setting(
    z
      .array(thresholdTextSchema)
      .refine((rules) => rules.length <= 100, 'expected at most 100 rules')
      .meta({ maxItems: 100 })
      .default([]),
    {
      section: 'Thresholds',
      label: 'Rules',
      doc: 'Rules that each trial must meet; if one is missed, the command exits with 3.',
      unit: 'rules such as errors < 1%, or p99 < 50ms when protocol = grpc',
      term: 'threshold',
      values: 'list of rules, at most 100',
      byDefault: 'none',
      see: 'thresholds',
    },
  ),
});

type Fields = z.output<typeof experimentFieldsSchema>;

/**
 * A validated experiment: every default filled in, every single value a list, durations in milliseconds.
 * Created by `engine/experiment/schema.ts`, which knows the workloads.
 */
export type Experiment = Omit<
  Fields,
  'workload' | 'target' | 'data' | 'factors' | 'connections' | 'repetitions'
> & {
  /** Trials of each cell; until decided, the fewest. */
  readonly repetitions: number;
  /** Null where the number of repetitions is fixed. */
  readonly untilDecided: UntilDecided | null;
  /** Addresses may contain `{{port}}` if a server is started. */
  readonly target: 'bundled' | Addresses;
  /** Name of the machine for bundled services; absent if it is this one. */
  readonly serviceOn?: string;
  /** Own servers on this machine, by name; empty without any. */
  readonly servers: Readonly<Record<string, ServerSettings>>;
  /** `custom` if the file has an own service. */
  readonly workload: Subject;
  /** The own service after its descriptions have been read; absent before, and for other workloads. */
  readonly custom?: OwnService;
  /** Certificates and keys of the own service, after they have been read. */
  readonly ownTls?: Partial<Record<Protocol, OwnTls>>;
  /** Output of the workload's own schema. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly connections: Connections;
  readonly factors: Fields['factors'] & { readonly shape: string[] };
};
