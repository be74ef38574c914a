import { z } from 'zod';
import { addressSchemas } from './experiment/addresses.ts';
import { serverHealthSchema } from './measurement.ts';
import { protocolFacts } from './protocols.ts';
import { defaultStack, stackSchema } from './stacks.ts';
import {
  type Protocol,
  protocolSchema,
  protocols,
  tlsLevelSchema,
  workloadNameSchema,
} from './words.ts';

/** Manually started bundled services, and saved targets elsewhere. */

/** Options of a bundled service. It listens on 127.0.0.1. */
export const serviceOrderSchema = z.object({
  protocol: protocolSchema,
  /** With its default data, in memory. */
  workload: workloadNameSchema.default('product'),
  tls: tlsLevelSchema.default('off'),
  stack: stackSchema.default(defaultStack),
  /** 0 for a free port. */
  port: z.number().int().min(0).max(65_535).default(0),
});
export type ServiceOrder = z.infer<typeof serviceOrderSchema>;

/** `crashed`: it ended by itself, or did not start; see `reason`. */
const serviceStateSchema = z.enum(['stopped', 'starting', 'running', 'stopping', 'crashed']);
export type ServiceState = z.infer<typeof serviceStateSchema>;

/** One second of a bundled service. */
const servicePointSchema = serverHealthSchema.omit({ cpuSeconds: true }).extend({
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Requests answered per second since the point before. */
  requestsPerSecond: z.number(),
  /** Cores' worth of CPU since the point before: 1 is one core fully busy. */
  cpuCores: z.number(),
});
export type ServicePoint = z.infer<typeof servicePointSchema>;

/** A line of a service's log. */
const serviceLogLineSchema = z.object({
  /** Increases per service, so that a reader can resume. */
  index: z.number().int(),
  at: z.string(),
  /** `client`: a client error; `output`: the service's own error output. */
  kind: z.enum(['start', 'stop', 'client', 'crash', 'output']),
  text: z.string(),
});
export type ServiceLogLine = z.infer<typeof serviceLogLineSchema>;

/** A call of the service for pasting into a terminal. */
const serviceExampleSchema = z.object({ title: z.string(), text: z.string() });
export type ServiceExample = z.infer<typeof serviceExampleSchema>;

/** Current state of a bundled service; there is one per protocol. */
export const bundledServiceSchema = z.object({
  protocol: protocolSchema,
  state: serviceStateSchema,
  /** As last requested, like the three below. */
  workload: workloadNameSchema,
  tls: tlsLevelSchema,
  stack: stackSchema,
  wantedPort: z.number().int(),
  /** Null unless it runs. */
  port: z.number().int().nullable(),
  pid: z.number().int().nullable(),
  startedAt: z.string().nullable(),
  /** Why it crashed; null otherwise. */
  reason: z.string().nullable(),
  /** In the form of an experiment file's `target`; null unless it runs. */
  target: z.string().nullable(),
  /** Further addresses, such as that of the interface file; empty unless it runs. */
  addresses: z.array(z.object({ name: z.string(), address: z.string() })),
  examples: z.array(serviceExampleSchema),
});
export type BundledService = z.infer<typeof bundledServiceSchema>;

/** `snapshot` comes first, then changes. */
export const serviceEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    services: z.array(
      z.object({
        service: bundledServiceSchema,
        points: z.array(servicePointSchema),
        log: z.array(serviceLogLineSchema),
      }),
    ),
  }),
  z.object({ type: z.literal('changed'), service: bundledServiceSchema }),
  z.object({ type: z.literal('point'), protocol: protocolSchema, point: servicePointSchema }),
  z.object({ type: z.literal('log'), protocol: protocolSchema, line: serviceLogLineSchema }),
]);
export type ServiceEvent = z.infer<typeof serviceEventSchema>;

/** Number of log lines and points kept per service; older ones are discarded. */
export const keptLogLines = 500;
export const keptServicePoints = 300;

/** Content of a certificate. */
const certificateFactsSchema = z.object({
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  /** SHA-256, in hexadecimal with colons. */
  fingerprint: z.string(),
  /** Names and addresses for which it is valid; empty for an authority. */
  names: z.array(z.string()),
});
export type CertificateFacts = z.infer<typeof certificateFactsSchema>;

/** The certificates of the bundled services. */
export const serviceCertificatesSchema = z.object({
  authority: certificateFactsSchema,
  server: certificateFactsSchema,
  /** Path of the authority's certificate, for clients that need to trust it. */
  authorityFile: z.string(),
  /** The same as PEM text, to save elsewhere. */
  authorityPem: z.string(),
});
export type ServiceCertificates = z.infer<typeof serviceCertificatesSchema>;

/** An interface file as text. */
export const interfaceFileSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  text: z.string(),
});
export type InterfaceFile = z.infer<typeof interfaceFileSchema>;

/** Related services elsewhere, under a name. */
export const remoteTargetSchema = z.object({
  name: z.string().trim().min(1).max(80),
  addresses: z
    .partialRecord(protocolSchema, z.string().max(2000))
    .superRefine((addresses, context) => {
      for (const protocol of protocols) {
        const address = addresses[protocol];
        if (address === undefined) continue;
        const parsed = addressSchemas[protocol].safeParse(address);
        if (!parsed.success) {
          const message = parsed.error.issues[0]?.message ?? 'expected an address';
          context.addIssue({ code: 'custom', path: [protocol], message });
        }
      }
    })
    .refine(
      (addresses) => Object.values(addresses).some((address) => address !== undefined),
      'expected an address for at least one protocol',
    ),
  /** Whether the services at `host:port` use TLS; the other addresses contain it. */
  grpcTls: z.boolean(),
});
export type RemoteTarget = z.infer<typeof remoteTargetSchema>;

export const savedTargetSchema = remoteTargetSchema.extend({ id: z.string(), savedAt: z.string() });
export type SavedTarget = z.infer<typeof savedTargetSchema>;

/** A saved target with its remote hosts. */
export const listedTargetSchema = savedTargetSchema.extend({
  hosts: z.array(z.object({ host: z.string(), confirmed: z.boolean() })),
});
export type ListedTarget = z.infer<typeof listedTargetSchema>;

/** The address to check. */
export const addressCheckSchema = z.object({
  protocol: protocolSchema,
  address: z.string().min(1).max(2000),
  tls: z.boolean(),
});
export type AddressCheck = z.infer<typeof addressCheckSchema>;

/** A step of a check; steps after a failed one are skipped. */
const checkStepSchema = z.object({
  step: z.enum(['resolve', 'connect', 'tls', 'probe']),
  /** `doubtful`: it works, but may fail under load. */
  outcome: z.enum(['ok', 'doubtful', 'failed']),
  ms: z.number(),
  /** Result, in a sentence; bounded, plain text. */
  words: z.string().max(400),
});
export type CheckStep = z.infer<typeof checkStepSchema>;

/** Result of checking one address. */
export const addressReportSchema = z.object({
  protocol: protocolSchema,
  address: z.string(),
  at: z.string(),
  verdict: z.enum(['reachable', 'doubtful', 'unreachable']),
  steps: z.array(checkStepSchema),
});
export type AddressReport = z.infer<typeof addressReportSchema>;

/** Whether an address uses TLS. */
export function speaksTls(protocol: Protocol, address: string, grpcTls: boolean): boolean {
  return protocolFacts[protocol].address === 'host:port' ? grpcTls : /^https:/i.test(address);
}
