import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { checkSchema } from './experiment/checks.ts';
import { protocolSchema } from './words.ts';

/** Operations found in descriptions of an own service, each with a sample call. */

const plain = z.record(z.string(), z.unknown()).readonly();

const foundOperationSchema = z
  .object({
    /** Name in the description: `getOrder`, `shop.v1.Orders/GetOrder`. */
    name: z.string(),
    /** How it is listed, if not by its name: `GET /orders/{id}`. */
    label: z.string().optional(),
    /** Names of the fields of its answer, as far as the description has them. */
    gives: z.array(z.string()).readonly().optional(),
    /** Operations of several protocols with the same text here are one request; without it, they are paired by likeness. */
    pair: z.string().optional(),
    /** Summary in one sentence; empty if the description has none. */
    doc: z.string(),
    /** Whether it changes data of the service, as far as known: not selected by default. */
    changes: z.boolean(),
    /** The request as in the experiment file, under its protocol. */
    call: plain,
    checks: z.array(checkSchema).readonly(),
  })
  .readonly();
export type FoundOperation = z.infer<typeof foundOperationSchema>;

/** The description of a service in one protocol. */
export const foundServiceSchema = z
  .object({
    protocol: protocolSchema,
    /** Its address, if the description has one. */
    address: z.string().nullable(),
    /** Whether it uses TLS, if the address does not say. */
    secure: z.boolean().optional(),
    /** Further keys of the service in the experiment file: `description`, `imports`, `headers`. */
    endpoint: plain,
    operations: z.array(foundOperationSchema).readonly(),
    /** Omissions with their reasons, in sentences. */
    remarks: z.array(z.string()).readonly(),
  })
  .readonly();
export type FoundService = z.infer<typeof foundServiceSchema>;

/** The same for a reader, with the default selection. */
export const describedServiceSchema = z
  .object({
    ...foundServiceSchema.unwrap().shape,
    /** One entry per operation. */
    picked: z.array(z.boolean()).readonly(),
  })
  .readonly();
export type DescribedService = z.infer<typeof describedServiceSchema>;

/** Ways to pass a source: as files, as an address, or as text. */
const sourceInputs = ['file', 'address', 'text'] as const;
export type SourceInput = (typeof sourceInputs)[number];

/** Sources that describe a service. */
export const describingSourceSchema = z.object({
  /** Name of the option, as in `--openapi`. */
  name: z.string(),
  /** Display name. */
  title: z.string(),
  help: z.string(),
  inputs: z.array(z.enum(sourceInputs)),
});
export type DescribingSource = z.infer<typeof describingSourceSchema>;

/** Longest description that is passed on, in characters; one from an address may be longer. */
export const longestGiven = 2_000_000;

/** A file below a folder chosen by the user. */
const givenFileSchema = z.object({
  name: z
    .string()
    .max(300)
    .regex(
      /^[^\\/:*?"<>|\p{Cc}.][^\\/:*?"<>|\p{Cc}]*(\/[^\\/:*?"<>|\p{Cc}.][^\\/:*?"<>|\p{Cc}]*)*$/u,
      'expected the plain name of a file',
    ),
  text: z.string(),
});
export type GivenFile = z.infer<typeof givenFileSchema>;

/** Input for describing a service. */
export const givenSchema = z.object({
  source: z.string().max(100),
  given: z.discriminatedUnion('as', [
    z.object({ as: z.literal('address'), address: z.string().trim().min(1).max(10_000) }),
    z.object({ as: z.literal('text'), text: z.string().min(1).max(longestGiven) }),
    z.object({
      as: z.literal('file'),
      files: z
        .array(givenFileSchema)
        .min(1)
        .max(500)
        .refine(
          (files) => files.reduce((sum, { text }) => sum + text.length, 0) <= longestGiven,
          `expected files of at most ${longestGiven} characters together`,
        ),
    }),
  ]),
  /** The user has allowed requests to this host, if it is not this machine. */
  mayAsk: z.boolean().default(false),
});
export type Given = z.infer<typeof givenSchema>;

/** Input for finding out what is at an address. */
export const discoverInputSchema = z.object({
  /** As typed: `localhost:8080`, `https://shop.example/api`. No scheme means http. */
  address: z.string().trim().min(1).max(2000),
  /** The user has allowed requests to this host, if it is not this machine. */
  mayAsk: z.boolean().default(false),
});
export type DiscoverInput = z.infer<typeof discoverInputSchema>;

/** A question that was put to an address, and what came of it. */
const discoveryAttemptSchema = z
  .object({
    /** Such as `GET http://localhost:8080/openapi.json`. */
    asked: z.string(),
    found: z.boolean(),
    /** In a few words: `OpenAPI, 12 operations`, `status 404`. */
    outcome: z.string(),
  })
  .readonly();
export type DiscoveryAttempt = z.infer<typeof discoveryAttemptSchema>;

/** What is at an address. */
export const discoverySchema = z
  .object({
    /** The address in full, as it was understood. */
    address: z.string(),
    services: z.array(describedServiceSchema).readonly(),
    attempts: z.array(discoveryAttemptSchema).readonly(),
    /** What to do, in sentences; null where a service was found. */
    advice: z.string().nullable(),
  })
  .readonly();
export type Discovery = z.infer<typeof discoverySchema>;

/** To the process that reads descriptions of services. */
export const sourceOrderSchema = z.object({
  source: z.string(),
  input: z.enum(sourceInputs),
  given: z.array(z.string()),
  /** Folder of the experiment, which file names are relative to. */
  folder: z.string(),
  /** Folders to search for imported `.proto` files, and to which descriptions in them may refer. */
  imports: z.array(z.string()),
});
export type SourceOrder = z.infer<typeof sourceOrderSchema>;

/** From that process, at its end. */
export const sourceReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('found'), services: z.array(foundServiceSchema) }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type SourceReport = z.infer<typeof sourceReportSchema>;

/** To the process that reads the types named by an experiment: `.proto` files or descriptor sets. */
export const typesOrderSchema = z.object({
  names: z.array(z.string()),
  /** Folders to search for imported files. */
  imports: z.array(z.string()),
});
export type TypesOrder = z.infer<typeof typesOrderSchema>;

/** From that process: request for a file of limited size. The answer is its bytes, or null. */
export const fileQuestionSchema = z.object({ path: z.string(), maxBytes: z.number().nullable() });
export type FileQuestion = z.infer<typeof fileQuestionSchema>;

/** From that process, at its end: the types as JSON, in the form that workers use. */
export const typesReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), types: z.string() }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type TypesReport = z.infer<typeof typesReportSchema>;
