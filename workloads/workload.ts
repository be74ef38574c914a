import type { z } from 'zod';
import type { FieldsLevel } from '../contracts/experiment/environment-factors.ts';
import type { Protocol } from '../contracts/words.ts';
import type { Message, OperationDescription, WorkloadDescription } from './description.ts';
import type { NamedShape, WorkloadData, WorkloadSetup } from './setup.ts';
import type { UseCases } from './use-case.ts';

export type { NamedShape, WorkloadSetup } from './setup.ts';

/** The sender of a request, and the values known at that time. */
export interface Sender {
  /** From 0, among all users of the trial. */
  readonly user: number;
  /** Number of requests, or iterations of a flow, that the user has started before. */
  readonly iteration: number;
  /** In a flow: index of the step, values taken from answers, and the rows of the iteration. */
  readonly step?: number;
  readonly taken?: readonly string[];
  readonly claims?: readonly number[] | undefined;
}

/** One of the requests of a shape with several. */
export interface GroupPart {
  /** Unique among them. */
  readonly name: string;
  readonly requests: ShapeRequests;
  /**
   * Takes values from an answer for the following steps; null if there are none to take.
   * @returns what could not be taken, as a sentence; null if all was.
   */
  readonly take: ((answer: Message, into: string[]) => string | null) | null;
}

/** Requests by their weights. */
export interface MixedRequests {
  readonly kind: 'mix';
  readonly parts: readonly GroupPart[];
  /** The part that a request belongs to, determined by its number and the seed. */
  pick(sequence: number): number;
}

/** Requests in order, by one user. */
export interface FlowSteps {
  readonly kind: 'flow';
  /** Steps sent once per user, then the repeated ones. */
  readonly parts: readonly GroupPart[];
  readonly setUps: number;
  /** Names of the taken values, by slot. */
  readonly taken: readonly string[];
  /** Values that every user has before its first step, by slot; empty if none. */
  readonly shared: readonly string[];
  /** Claims rows for an iteration. @throws RowsUsedUp */
  claims(): readonly number[] | undefined;
}

/** The requests of a shape, with the judge of their answers. */
export interface ShapeRequests {
  readonly operation: OperationDescription;
  /** Whether one request differs from the next (new e-mail addresses, say). */
  readonly varies: boolean;
  /**
   * @param sequence from 0, unique among all requests of a trial (warm-up included).
   * @returns the request; always the same if it does not vary. For a stream of requests it is the first
   * message, and {@link stream} has all.
   * @param by sender, if it is {@link personal}.
   * @throws RowsUsedUp when it needs a row of its own and none is left.
   */
  request(sequence: number, by?: Sender): Message;
  /** Whether a request depends on its sender, so that it cannot be created before that is known. */
  readonly personal?: boolean;
  /**
   * Whether a request may be prepared well before it is sent: it contains neither time nor sender, consumes
   * nothing, and is short.
   */
  readonly mayWait?: boolean;
  /** The parts of a shape with several; all else here is then that of the whole. */
  readonly group?: MixedRequests | FlowSteps;
  /** Reason why there are no more requests; null while there may be one. Absent if there always is one. */
  usedUp?(): string | null;
  /** All messages of a streamed request, generated one at a time; absent for others. */
  stream?(sequence: number): Iterable<Message>;
  /** Whether the encodings of all right answers have the same length. */
  readonly sameLength: boolean;
  /**
   * @returns what is wrong with an answer (of streams: with the list of messages as `items`), as a sentence;
   * null if it is right.
   */
  judge(request: Message, answer: Message): string | null;
}

/** Everything that engine, workers, services and window need from a workload. */
export interface WorkloadContract {
  readonly description: WorkloadDescription;
  /** Settings of its data. Parsing fills in every default. */
  readonly data: z.ZodType<WorkloadData>;
  /** The named shapes, in display order. The first is the default. */
  readonly shapes: readonly NamedShape[];
  /** Description of valid shapes, for error messages: `expected small, typical, …`. */
  readonly shapeHelp: string;
  /** Regular expression (of JSON Schema) that all custom shapes match; absent without custom shapes. */
  readonly shapePattern?: string;
  /** An example of a custom shape; absent without custom shapes. */
  readonly shapeExample?: string;
  /** Description of a shape, named or custom: `modify, 361 characters`; null for an unknown shape. */
  shapeDoc(shape: string): string | null;
  /**
   * Minimum payload bytes of a shape's messages, whatever the encoding, for estimates before a run; absent
   * if unknown.
   */
  minBytes?(
    shape: string,
    data: WorkloadData,
  ): { readonly request: number; readonly answer: number };
  /** The operation of a shape; null for an unknown shape. */
  operationOf(shape: string): OperationDescription | null;
  /**
   * @param protocol if answers differ between protocols, as those of an own service.
   * @throws TypeError for an unknown shape.
   */
  requestsOf(shape: string, setup: WorkloadSetup, protocol?: Protocol): ShapeRequests;
  /** Default fields of a protocol: all, or the reduced ones. */
  readonly defaultFields?: Partial<Readonly<Record<Protocol, FieldsLevel>>>;
  /**
   * The interface with reduced fields; absent if the workload has none. The same operations, whose messages
   * have fewer fields, under the same numbers.
   */
  readonly reduced?: WorkloadDescription;
  /** Whether its messages have dates, which can omit the time of day. */
  readonly dated?: true;
  /** Use cases for load of model `plan`, besides its shapes; absent without any. */
  readonly useCases?: UseCases;
}

/** The fields of a cell: those that it names, or its protocol's default. */
export function fieldsOf(
  { defaultFields }: Pick<WorkloadContract, 'defaultFields'>,
  { protocol, fields }: { readonly protocol: Protocol; readonly fields?: FieldsLevel | undefined },
): FieldsLevel {
  return fields ?? defaultFields?.[protocol] ?? 'full';
}

/** The interface of a workload with all fields, or with the reduced ones if it has them. */
export function describedWith(
  { description, reduced }: Pick<WorkloadContract, 'description' | 'reduced'>,
  fields: FieldsLevel,
): WorkloadDescription {
  return fields === 'reduced' ? (reduced ?? description) : description;
}
