import type { z } from 'zod';
import type { FieldsLevel } from '../contracts/experiment/environment-factors.ts';
import type { Protocol } from '../contracts/words.ts';
import type { Message, OperationDescription, WorkloadDescription } from './description.ts';
import type { NamedShape, WorkloadData, WorkloadSetup } from './setup.ts';
import type { UseCases } from './use-case.ts';

export type { NamedShape, WorkloadData, WorkloadSetup } from './setup.ts';

/** The requests of a shape, and how their answers are judged. */
export interface ShapeRequests {
  readonly operation: OperationDescription;
  /** Whether one request differs from the next (new e-mail addresses, say). */
  readonly varies: boolean;
  /**
   * @param sequence from 0, unique among all requests of a trial (warm-up included).
   * @returns the request; always the same where it does not vary. In a stream of requests it is the
   *   first message, and {@link stream} has the whole.
   */
  request(sequence: number): Message;
  /** All messages of a streamed request, made one at a time; absent for others. */
  stream?(sequence: number): Iterable<Message>;
  /** Whether all right answers have encodings of the same length. */
  readonly sameLength: boolean;
  /** @returns what is wrong with an answer (of streams: with the list of messages as `items`), in a sentence; null when it is right. */
  judge(request: Message, answer: Message): string | null;
}

/** All that engine, workers, services and window need to know of a workload. */
export interface WorkloadContract {
  readonly description: WorkloadDescription;
  /** Settings of its data. Parsing fills in every default. */
  readonly data: z.ZodType<WorkloadData>;
  /** The named shapes, in the order in which they are listed. The first is the default. */
  readonly shapes: readonly NamedShape[];
  /** What is expected where a shape is wrong: `expected small, typical, …`. */
  readonly shapeHelp: string;
  /** Regular expression (of JSON Schema) that all custom shapes match; absent where there are none. */
  readonly shapePattern?: string;
  /** A custom shape for people to go by; absent where there are none. */
  readonly shapeExample?: string;
  /** Words for a shape, named or custom: `modify, 361 characters`; null when there is no such shape. */
  shapeDoc(shape: string): string | null;
  /**
   * Bytes of payload that a shape's messages have at least, whatever the encoding, for estimates before a
   * run; absent where that is not known.
   */
  leastBytes?(
    shape: string,
    data: WorkloadData,
  ): { readonly request: number; readonly answer: number };
  /** The operation that a shape calls; null when there is no such shape. */
  operationOf(shape: string): OperationDescription | null;
  /** @throws TypeError when there is no such shape. */
  requestsOf(shape: string, setup: WorkloadSetup): ShapeRequests;
  /** Fields that a protocol has by default: all, or the reduced ones. */
  readonly defaultFields?: Partial<Readonly<Record<Protocol, FieldsLevel>>>;
  /**
   * The interface where fields are reduced; absent where the workload knows no such thing. The same
   * operations, whose messages have fewer fields, under the same numbers.
   */
  readonly reduced?: WorkloadDescription;
  /** What load of model `plan` can do with it, besides its shapes; absent where there is nothing. */
  readonly useCases?: UseCases;
}

/** The fields that a cell has: those that it names, or its protocol's own. */
export function fieldsOf(
  { defaultFields }: Pick<WorkloadContract, 'defaultFields'>,
  { protocol, fields }: { readonly protocol: Protocol; readonly fields?: FieldsLevel | undefined },
): FieldsLevel {
  return fields ?? defaultFields?.[protocol] ?? 'full';
}

/** The interface of a workload with all fields, or with the reduced ones where it has them. */
export function describedWith(
  { description, reduced }: Pick<WorkloadContract, 'description' | 'reduced'>,
  fields: FieldsLevel,
): WorkloadDescription {
  return fields === 'reduced' ? (reduced ?? description) : description;
}
