import type { z } from 'zod';
import type { FieldsLevel } from '../contracts/experiment/environment-factors.ts';
import type { Protocol } from '../contracts/words.ts';
import type { Message, OperationDescription, WorkloadDescription } from './description.ts';
import type { NamedShape, WorkloadData, WorkloadSetup } from './setup.ts';
import type { UseCases } from './use-case.ts';

export type { NamedShape, WorkloadSetup } from './setup.ts';

/** Who sends a request, and what is known by then. */
export interface Sender {
  /** From 0, among all of the trial. */
  readonly user: number;
  /** How many requests, or iterations of a flow, the user has begun before. */
  readonly iteration: number;
  /** Of a flow: which of its steps it is, what was taken out of answers, and the rows of the iteration. */
  readonly step?: number;
  readonly taken?: readonly string[];
  readonly claims?: readonly number[] | undefined;
}

/** One of the requests of a shape that has several. */
export interface GroupPart {
  /** Unique among them. */
  readonly name: string;
  readonly requests: ShapeRequests;
  /**
   * Takes values out of an answer for the steps that follow; null where there is nothing to take.
   * @returns what could not be taken, in a sentence; null when all was.
   */
  readonly take: ((answer: Message, into: string[]) => string | null) | null;
}

/** Requests by their weights. */
export interface MixedRequests {
  readonly kind: 'mix';
  readonly parts: readonly GroupPart[];
  /** Which part a request is, decided by its number and the seed. */
  pick(sequence: number): number;
}

/** Requests in order, by one user. */
export interface FlowSteps {
  readonly kind: 'flow';
  /** Those that are sent once for each user, then the steps. */
  readonly parts: readonly GroupPart[];
  readonly setUps: number;
  /** Names of the values that are taken, by their places. */
  readonly taken: readonly string[];
  /** What every user has before its first step, by the same places; empty where there is nothing. */
  readonly shared: readonly string[];
  /** Rows for an iteration that nobody else has. @throws RowsUsedUp */
  claims(): readonly number[] | undefined;
}

/** The requests of a shape, and how their answers are judged. */
export interface ShapeRequests {
  readonly operation: OperationDescription;
  /** Whether one request differs from the next (new e-mail addresses, say). */
  readonly varies: boolean;
  /**
   * @param sequence from 0, unique among all requests of a trial (warm-up included).
   * @returns the request; always the same where it does not vary. In a stream of requests it is the
   *   first message, and {@link stream} has the whole.
   * @param by who sends it, where it is {@link personal}.
   * @throws RowsUsedUp when it needs a row of its own and there is none left.
   */
  request(sequence: number, by?: Sender): Message;
  /** Whether a request differs by who sends it, so that it cannot be made before that is known. */
  readonly personal?: boolean;
  /** Whether a request may be made well before it is sent: it tells neither time nor sender, uses nothing up, and is short. */
  readonly mayWait?: boolean;
  /** Where the shape has several: all else here is then that of the whole. */
  readonly group?: MixedRequests | FlowSteps;
  /** Why there is no further request; null while there may be one. Absent where there always is. */
  usedUp?(): string | null;
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
  minBytes?(
    shape: string,
    data: WorkloadData,
  ): { readonly request: number; readonly answer: number };
  /** The operation that a shape calls; null when there is no such shape. */
  operationOf(shape: string): OperationDescription | null;
  /**
   * @param protocol where answers are not the same in each, as those of a user's own service.
   * @throws TypeError when there is no such shape.
   */
  requestsOf(shape: string, setup: WorkloadSetup, protocol?: Protocol): ShapeRequests;
  /** Fields that a protocol has by default: all, or the reduced ones. */
  readonly defaultFields?: Partial<Readonly<Record<Protocol, FieldsLevel>>>;
  /**
   * The interface where fields are reduced; absent where the workload knows no such thing. The same
   * operations, whose messages have fewer fields, under the same numbers.
   */
  readonly reduced?: WorkloadDescription;
  /** Whether its messages have dates, which can be without a time of day. */
  readonly dated?: true;
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
