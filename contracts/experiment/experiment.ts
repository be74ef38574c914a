import { z } from 'zod';
import {
  clientKindSchema,
  orderSchema,
  protocolSchema,
  textKindSchema,
  tlsLevelSchema,
  verifySchema,
  workloadNameSchema,
} from '../words.ts';
import { durationSchema } from './duration.ts';
import { shapeSchema } from './shape.ts';
import { thresholdTextSchema } from './threshold.ts';

/** The version of the experiment file that this build writes. */
export const experimentVersion = 1;

/** A list of distinct levels; a single value may stand where a list may. */
function levels<T extends z.ZodType>(level: T) {
  return z
    .union([z.array(level).min(1, 'expected at least one level'), level.transform((one) => [one])])
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

const wholeNumber = (min: number, max: number, what: string) =>
  z
    .number({ error: `expected ${what}, a whole number from ${min} to ${max}` })
    .int(`expected ${what}, a whole number from ${min} to ${max}`)
    .min(min, `expected ${what}, at least ${min}`)
    .max(max, `expected ${what}, at most ${max}`);

/** The factors; each list is one, and the cells are their full cross product in the order listed. */
export const factorsSchema = z.strictObject({
  protocol: levels(protocolSchema),
  shape: levels(shapeSchema).prefault(['small']),
  users: levels(wholeNumber(1, 100_000, 'a number of users')).prefault([10]),
  tls: levels(tlsLevelSchema).prefault(['off']),
  client: levels(clientKindSchema).prefault(['raw']),
});
export const factorNames = ['protocol', 'shape', 'users', 'tls', 'client'] as const;
export type FactorName = (typeof factorNames)[number];

/** Closed load: each of `users` sends its next request when the answer to the last one is in. */
export const closedLoadSchema = z
  .strictObject({
    model: z.literal('closed', { error: 'expected a load model; this version has: closed' }),
    /** Users started per second; 0 starts all at once. */
    rampUp: z.number().min(0).max(1_000_000).default(0),
    /** From the start of the first user; excluded from every figure. */
    warmUp: durationSchema.prefault('0s'),
    duration: durationSchema.optional(),
    /** Completed requests in the measured window, over all users, instead of a duration. */
    requests: wholeNumber(1, 1_000_000_000, 'a number of requests').optional(),
    /** Pause of a user between an answer and its next request. */
    thinkTime: durationSchema.prefault('0ms'),
  })
  .superRefine((load, context) => {
    const hasDuration = load.duration !== undefined;
    if (hasDuration === (load.requests !== undefined)) {
      context.addIssue({
        code: 'custom',
        path: hasDuration ? ['requests'] : [],
        message: 'expected either a duration or a number of requests',
      });
    }
    if (load.duration !== undefined && load.duration < 100) {
      context.addIssue({ code: 'custom', path: ['duration'], message: 'expected at least 100ms' });
    }
  });

export const loadSchema = closedLoadSchema;
/** How requests are issued. Durations are in milliseconds. */
export type Load = z.infer<typeof loadSchema>;

const httpAddress = z
  .string({ error: 'expected an address such as http://host:8080' })
  .refine((text) => /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text), {
    error: 'expected an address such as http://host:8080',
  });
const grpcAddress = z
  .string({ error: 'expected host:port, such as host:50051' })
  .regex(
    /^(\[[0-9a-fA-F:]+\]|[^\s:/[\]]+):([0-9]{1,5})$/,
    'expected host:port, such as host:50051',
  );

/** Who answers: services started for the run, or addresses of services elsewhere. */
export const targetSchema = z.union(
  [
    z.literal('bundled'),
    z.strictObject({
      rest: httpAddress.optional(),
      soap: httpAddress.optional(),
      grpc: grpcAddress.optional(),
    }),
  ],
  {
    error:
      'expected "bundled", or addresses such as {rest: "http://host:8080", grpc: "host:50051"}',
  },
);
export type Target = z.infer<typeof targetSchema>;

/** How users share connections. */
export const connectionsSchema = z.union(
  [
    z.enum(['per-user', 'per-request']),
    z.strictObject({ shared: wholeNumber(1, 100_000, 'a number of connections') }),
  ],
  { error: 'expected per-user, per-request, or {shared: NUMBER}' },
);
export type Connections = z.infer<typeof connectionsSchema>;

/** The experiment file, version 1. Parsing yields the validated {@link Experiment}. */
export const experimentSchema = z
  .strictObject({
    wirebench: z.literal(experimentVersion, {
      error: `expected ${experimentVersion}, the version of the file format`,
    }),
    name: z.string({ error: 'expected a name' }).trim().min(1, 'expected a name').max(200),
    description: z.string().max(10_000).optional(),
    workload: workloadNameSchema.default('product'),
    target: targetSchema.default('bundled'),
    factors: factorsSchema,
    text: textKindSchema.default('ascii'),
    load: loadSchema,
    connections: connectionsSchema.default('per-user'),
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
    thresholds: z.array(thresholdTextSchema).max(100).default([]),
  })
  .superRefine((experiment, context) => {
    if (experiment.timeout < 1) {
      context.addIssue({ code: 'custom', path: ['timeout'], message: 'expected more than 0ms' });
    }
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
      if (protocol === 'grpc') continue;
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
  });

/** A validated experiment: every default filled in, every single value a list, durations in milliseconds. */
export type Experiment = z.output<typeof experimentSchema>;
/** The experiment as a person writes it. */
export type ExperimentSource = z.input<typeof experimentSchema>;
