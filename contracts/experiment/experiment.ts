import { z } from 'zod';
import { protocolFacts } from '../protocols.ts';
import {
  clientKindSchema,
  orderSchema,
  protocolSchema,
  textKindSchema,
  tlsLevelSchema,
  verifySchema,
  type WorkloadName,
  workloadNameSchema,
} from '../words.ts';
import { isOffered, type OperationDescription } from '../workloads/description.ts';
import { listedShapes, planDoc, planHelp, planNotIn } from '../workloads/plans.ts';
import { workloadOf } from '../workloads/registry.ts';
import { httpAddress, socketAddress } from './addresses.ts';
import { durationSchema } from './duration.ts';
import { energySettingsSchema } from './energy-settings.ts';
import {
  databaseLevelSchema,
  datesLevelSchema,
  fieldsLevelSchema,
  gatewayLevelSchema,
  networkLevelSchema,
} from './environment-factors.ts';
import { boundedText, listOf } from './lengths.ts';
import { isPlan, type Load, loadFactorSchemas, loadSchema, misplaced } from './load.ts';
import { wholeNumber } from './numbers.ts';
import { shapeSchema } from './shape.ts';
import { studySettingsSchema } from './study.ts';
import { thresholdTextSchema } from './threshold.ts';

/** The version of the experiment file that this build writes. */
export const experimentVersion = 1;

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

/** The factors; each list is one, and the cells are their full cross product in the order listed. */
export const factorsSchema = z.strictObject({
  protocol: levels(protocolSchema),
  /** The workload's first shape when it is left out. */
  shape: levels(shapeSchema).optional(),
  /** The factor of closed load; 10 users when it is left out. Other loads have none. */
  users: levels(loadFactorSchemas.users).optional(),
  /** The factor of open load: requests per second. */
  rate: levels(loadFactorSchemas.rate).optional(),
  tls: levels(tlsLevelSchema).prefault(['off']),
  client: levels(clientKindSchema).prefault(['raw']),
  /** The surroundings. Left out, there is no gateway, no database, no emulated network, and all fields are full. */
  gateway: levels(gatewayLevelSchema).optional(),
  database: levels(databaseLevelSchema).optional(),
  network: levels(networkLevelSchema).optional(),
  fields: levels(fieldsLevelSchema).optional(),
  dates: levels(datesLevelSchema).optional(),
});
export const factorNames = [
  'protocol',
  'shape',
  'users',
  'rate',
  'tls',
  'client',
  'gateway',
  'database',
  'network',
  'fields',
  'dates',
] as const;
export type FactorName = (typeof factorNames)[number];

/** Who answers: services started for the run, or addresses of services elsewhere. */
export const targetSchema = z.union(
  [
    z.literal('bundled'),
    z.strictObject({
      rest: httpAddress.optional(),
      'rest-h2': httpAddress.optional(),
      'rest-protobuf': httpAddress.optional(),
      soap: httpAddress.optional(),
      grpc: socketAddress.optional(),
      graphql: httpAddress.optional(),
      rsocket: socketAddress.optional(),
    }),
  ],
  {
    error:
      'expected "bundled", or addresses such as {rest: "http://host:8080", grpc: "host:50051"}',
  },
);
export type Target = z.infer<typeof targetSchema>;

/** How users share connections. `per-iteration` is of load of model `plan` alone, and its default. */
export const connectionsSchema = z.union(
  [
    z.enum(['per-user', 'per-request', 'per-iteration']),
    z.strictObject({ shared: wholeNumber(1, 100_000, 'a number of connections') }),
  ],
  { error: 'expected per-user, per-request, per-iteration, or {shared: NUMBER}' },
);
export type Connections = z.infer<typeof connectionsSchema>;

const coresSchema = listOf(wholeNumber(0, 1023, 'a core'), 'core', {
  error: 'expected a list of cores, such as [0, 1]',
});

/**
 * Cores of this machine (from 0) for the load workers, one after the other, and for the bundled
 * services; `none` leaves it to the system, `auto` keeps the two apart where there are cores enough.
 */
export const pinningSchema = z.union(
  [
    z.enum(['none', 'auto']),
    z.strictObject({
      workers: coresSchema,
      services: coresSchema,
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

/** The database behind a bundled service. */
export const databaseSettingsSchema = z.strictObject({
  /** Of the PostgreSQL database; needed where `factors.database` lists postgres. */
  url: postgresUrl.optional(),
  /** Connections that the service holds at most. */
  pool: wholeNumber(1, 1000, 'a number of connections').default(10),
  /** How long a request may wait for a free connection. */
  wait: durationSchema.prefault('5s'),
});
export type DatabaseSettings = z.output<typeof databaseSettingsSchema>;

/** The mapping of the experiment file, before the rules that join several of its keys. */
export const experimentFieldsSchema = z.strictObject({
  wirebench: z.literal(experimentVersion, {
    error: `expected ${experimentVersion}, the version of the file format`,
  }),
  name: boundedText(1, 200, 'expected a name'),
  description: boundedText(0, 10_000, 'expected text').optional(),
  /** The published tables of a study that a run is laid beside. */
  study: studySettingsSchema.optional(),
  workload: workloadNameSchema.default('product'),
  /** Settings of the workload's data, which each workload reads by a schema of its own. */
  data: z
    .record(z.string(), z.json(), { error: 'expected settings such as {users: 400}' })
    .default({}),
  target: targetSchema.default('bundled'),
  factors: factorsSchema,
  text: textKindSchema.default('ascii'),
  load: loadSchema,
  /** `per-user` if left out; of a plan `per-iteration`. */
  connections: connectionsSchema.optional(),
  repetitions: wholeNumber(1, 1000, 'a number of repetitions').default(1),
  order: orderSchema.default('listed'),
  seed: wholeNumber(0, 4_294_967_295, 'a seed').default(1),
  timeout: durationSchema.prefault('10s'),
  verify: verifySchema.default('sample'),
  /** Worker threads that make the load; `auto` is one per core less one, at least one. */
  workers: z
    .union([z.literal('auto'), wholeNumber(1, 256, 'a number of workers')], {
      error: 'expected auto or a number of workers',
    })
    .default('auto'),
  /** Whether a connection may resume the TLS session of one before it, which saves most of the handshake. */
  resumption: z.enum(['off', 'on']).default('off'),
  /** The service's database, where `factors.database` lists one. */
  database: databaseSettingsSchema.prefault({}),
  /**
   * `separate`: a service of rest or rest-protobuf speaks its one format; `negotiated`: it goes by what the
   * request says, and offers both.
   */
  formats: z.enum(['separate', 'negotiated']).default('separate'),
  /** `check`: before the first trial every protocol must give the same answers. */
  equivalence: z.enum(['check', 'skip']).default('check'),
  /** How the energy of trials is found. */
  energy: energySettingsSchema.prefault({}),
  pinning: pinningSchema.default('none'),
  thresholds: z
    .array(thresholdTextSchema)
    .refine((rules) => rules.length <= 100, 'expected at most 100 rules')
    .meta({ maxItems: 100 })
    .default([]),
});

/** The load model and its factor belong together. */
function loadFactor(experiment: z.infer<typeof experimentFieldsSchema>, context: z.RefinementCtx) {
  const { load, factors } = experiment;
  const wanted = load.model === 'closed' ? 'users' : load.model === 'open' ? 'rate' : null;
  for (const factor of ['users', 'rate'] as const) {
    if (factor === wanted || factors[factor] === undefined) continue;
    const why = wanted
      ? `${load.model} load has no ${factor}: its factor is factors.${wanted}`
      : `load of model ${load.model} sets its own levels: remove factors.${factor}`;
    const other = wanted && factors[wanted] === undefined ? wanted : undefined;
    misplaced(['factors', factor], why, context, other);
  }
  if (load.model !== 'open' || factors.rate || factors.users) return;
  const message = 'expected the requests per second of open load, such as [100, 200]';
  context.addIssue({ code: 'custom', path: ['factors', 'rate'], message });
}

/** The shape of an experiment that names none: under load `plan` the first use case. */
export function defaultShape(workload: WorkloadName, load: Load): string {
  const [first] = listedShapes(workloadOf(workload), isPlan(load));
  if (!first) throw new TypeError(`the workload ${workload} has no shapes`);
  return first.name;
}

/** Connections last as long as the load model has things that last. */
function fitsConnections(
  { load, connections }: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const path = ['connections'];
  if (load.model !== 'plan') {
    if (connections !== 'per-iteration') return;
    const message = `expected per-user, per-request, or {shared: NUMBER}: load of model ${load.model} has no iterations`;
    context.addIssue({ code: 'custom', path, message });
  } else if (connections === 'per-request' && load.setUp === 'outside') {
    const message =
      'expected inside, since connections are per-request: one that is made for a request is made in its time';
    context.addIssue({ code: 'custom', path: ['load', 'setUp'], message });
  }
}

/** Under load `plan` a shape is a use case, or stages of shapes; every protocol must be able to do it. */
function fitsPlan(
  experiment: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const workload = workloadOf(experiment.workload);
  const { factors } = experiment;
  factors.shape?.forEach((shape, index) => {
    const path = ['factors', 'shape', index];
    if (planDoc(workload, shape) === null) {
      context.addIssue({ code: 'custom', path, message: planHelp(workload) });
      return;
    }
    const notIn = planNotIn(workload, shape);
    const without = factors.protocol.filter((protocol) => notIn.includes(protocol));
    if (without.length === 0) return;
    const message = `expected a use case that ${without.join(' and ')} can do: an operation of ${shape} is not offered there`;
    context.addIssue({ code: 'custom', path, message });
  });
}

/** Shapes are those of the workload, and every protocol offers what they call. */
function fitsShapes(
  experiment: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const workload = workloadOf(experiment.workload);
  const { factors } = experiment;
  factors.shape?.forEach((shape, index) => {
    const operation = workload.operationOf(shape);
    const path = ['factors', 'shape', index];
    if (operation === null) {
      context.addIssue({ code: 'custom', path, message: workload.shapeHelp });
      return;
    }
    const without = factors.protocol.filter((protocol) => !isOffered(operation, protocol));
    if (without.length === 0) {
      fitsClient(experiment, operation, path, context);
      return;
    }
    const message = `expected a shape that ${without.join(' and ')} can call: ${operation.name} is not offered there`;
    context.addIssue({ code: 'custom', path, message });
  });
}

/** The library of SOAP sends a message as a whole. */
function fitsClient(
  { factors }: z.infer<typeof experimentFieldsSchema>,
  { stream, name }: OperationDescription,
  path: PropertyKey[],
  context: z.RefinementCtx,
): void {
  if (stream !== 'request') return;
  if (!factors.protocol.includes('soap') || !factors.client.includes('library')) return;
  const message = `expected a shape that the library client of soap can send, or factors.client without library: ${name} streams its request, and that library sends whole messages only`;
  context.addIssue({ code: 'custom', path, message });
}

/** Shapes and data settings are those of the workload. */
function fitsWorkload(
  experiment: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const workload = workloadOf(experiment.workload);
  const { factors } = experiment;
  if (isPlan(experiment.load)) fitsPlan(experiment, context);
  else fitsShapes(experiment, context);
  const parsed = workload.data.safeParse(experiment.data);
  for (const issue of parsed.error?.issues ?? []) {
    const { code, message } = issue;
    const path = ['data', ...issue.path];
    // An unknown key stays one, so that it can be said what was meant.
    if (code === 'unrecognized_keys') context.addIssue({ code, message, path, keys: issue.keys });
    else context.addIssue({ code: 'custom', path, message });
  }
  const postgresAt = factors.database?.indexOf('postgres') ?? -1;
  if (postgresAt < 0 || experiment.database.url !== undefined) return;
  const message = 'expected an address under database.url, since factors.database lists postgres';
  context.addIssue({ code: 'custom', path: ['factors', 'database', postgresAt], message });
}

/** The gateway is a process of a run, before a service of the run. */
function gatewayIsOurs(
  { target, factors }: z.infer<typeof experimentFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const at = factors.gateway?.indexOf('on') ?? -1;
  if (target === 'bundled' || at < 0) return;
  const message =
    'expected off, since the gateway stands before bundled services only: remove on, or set target: bundled';
  context.addIssue({ code: 'custom', path: ['factors', 'gateway', at], message });
}

/** The experiment file, version 1. Parsing yields the validated {@link Experiment}. */
export const experimentSchema = experimentFieldsSchema
  .superRefine((experiment, context) => {
    if (experiment.timeout < 1) {
      context.addIssue({ code: 'custom', path: ['timeout'], message: 'expected more than 0ms' });
    }
    loadFactor(experiment, context);
    fitsConnections(experiment, context);
    fitsWorkload(experiment, context);
    gatewayIsOurs(experiment, context);
    if (experiment.target === 'bundled') return;
    for (const protocol of experiment.factors.protocol) {
      const address = experiment.target[protocol];
      if (address === undefined) {
        context.addIssue({
          code: 'custom',
          path: ['target'],
          message: `expected an address for ${protocol}, which factors.protocol lists`,
        });
        continue;
      }
      if (protocolFacts[protocol].address === 'host:port') continue;
      const secure = address.startsWith('https:');
      for (const level of experiment.factors.tls) {
        if (secure === (level === 'off')) {
          context.addIssue({
            code: 'custom',
            path: ['target', protocol],
            message: `factors.tls has "${level}", so expected an address with ${level === 'off' ? 'http:' : 'https:'}`,
          });
        }
      }
    }
  })
  .transform((experiment) => ({
    ...experiment,
    // An unknown key among them has been found above, and does not keep this from being reached.
    data: workloadOf(experiment.workload).data.safeParse(experiment.data).data ?? {},
    connections: experiment.connections ?? (isPlan(experiment.load) ? 'per-iteration' : 'per-user'),
    factors: {
      ...experiment.factors,
      shape: experiment.factors.shape ?? [defaultShape(experiment.workload, experiment.load)],
      users: experiment.load.model === 'closed' ? (experiment.factors.users ?? [10]) : undefined,
    },
  }));

/** A validated experiment: every default filled in, every single value a list, durations in milliseconds. */
export type Experiment = z.output<typeof experimentSchema>;
/** The experiment as a person writes it. */
export type ExperimentSource = z.input<typeof experimentSchema>;
