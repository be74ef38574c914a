import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { checkSchema } from './experiment/checks.ts';
import { protocolSchema } from './words.ts';

/** What descriptions of a user's own service say of it: its operations, each with a sample of a call. */

const plain = z.record(z.string(), z.unknown()).readonly();

const foundOperationSchema = z
  .object({
    /** As the description calls it: `getOrder`, `shop.v1.Orders/GetOrder`. */
    name: z.string(),
    /** What it does, in a sentence; empty where the description does not say. */
    doc: z.string(),
    /** Whether it changes what the service holds, as far as can be told: it is not picked by itself. */
    changes: z.boolean(),
    /** The request as the experiment file has it, under its protocol. */
    call: plain,
    checks: z.array(checkSchema).readonly(),
  })
  .readonly();
export type FoundOperation = z.infer<typeof foundOperationSchema>;

/** What a description says of a service in one protocol. */
export const foundServiceSchema = z
  .object({
    protocol: protocolSchema,
    /** Its address, as far as the description tells. */
    address: z.string().nullable(),
    /** Whether it is reached over TLS, where the address does not say it. */
    secure: z.boolean().optional(),
    /** Further keys of the service in the experiment file: `description`, `imports`, `headers`. */
    endpoint: plain,
    operations: z.array(foundOperationSchema).readonly(),
    /** What was left out and why, in sentences. */
    remarks: z.array(z.string()).readonly(),
  })
  .readonly();
export type FoundService = z.infer<typeof foundServiceSchema>;

/** The same for a reader, with what is picked where nobody has chosen. */
export const describedServiceSchema = z
  .object({
    ...foundServiceSchema.unwrap().shape,
    /** For each operation. */
    picked: z.array(z.boolean()).readonly(),
  })
  .readonly();
export type DescribedService = z.infer<typeof describedServiceSchema>;

/** How a source can be given: as files, as an address, or as what it says. */
const sourceInputs = ['file', 'address', 'text'] as const;
export type SourceInput = (typeof sourceInputs)[number];

/** Where a service can be learnt from. */
export const describingSourceSchema = z.object({
  /** As in `--openapi`. */
  name: z.string(),
  /** As people call it. */
  title: z.string(),
  help: z.string(),
  inputs: z.array(z.enum(sourceInputs)),
});
export type DescribingSource = z.infer<typeof describingSourceSchema>;

/** Longest description that is handed over, in characters; from an address it may be longer. */
export const longestGiven = 2_000_000;

/** A file below a folder that the user chose. */
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

/** What is given to learn a service from. */
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
  /** The user has said that this host may be asked, where it is not this machine. */
  mayAsk: z.boolean().default(false),
});
export type Given = z.infer<typeof givenSchema>;

/** To the process that reads what describes a service. */
export const sourceOrderSchema = z.object({
  source: z.string(),
  input: z.enum(sourceInputs),
  given: z.array(z.string()),
  /** Folder of the experiment, which names its files relative to it. */
  folder: z.string(),
  /** Folders in which imported `.proto` files are looked for, and to all of which descriptions in them may refer. */
  imports: z.array(z.string()),
});
export type SourceOrder = z.infer<typeof sourceOrderSchema>;

/** From that process, at its end. */
export const sourceReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('found'), services: z.array(foundServiceSchema) }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type SourceReport = z.infer<typeof sourceReportSchema>;

/** To the process that reads the types which an experiment names: `.proto` files or descriptor sets. */
export const typesOrderSchema = z.object({
  names: z.array(z.string()),
  /** Folders in which imported files are looked for. */
  imports: z.array(z.string()),
});
export type TypesOrder = z.infer<typeof typesOrderSchema>;

/** From that process: a file that it needs, of at most so many bytes. The answer is its bytes, or null. */
export const fileQuestionSchema = z.object({ path: z.string(), maxBytes: z.number().nullable() });
export type FileQuestion = z.infer<typeof fileQuestionSchema>;

/** From that process, at its end: the types as JSON, which workers take too. */
export const typesReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), types: z.string() }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type TypesReport = z.infer<typeof typesReportSchema>;
