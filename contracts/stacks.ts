import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import type { Protocol, WorkloadName } from './words.ts';

/** Language and libraries that the bundled services are made of. */
export const stackSchema = z.enum(['node', 'go', 'java', 'rust', 'python']);
export type Stack = z.infer<typeof stackSchema>;
export const stacks = stackSchema.options;

/** The default stack. */
export const defaultStack = 'node' satisfies Stack;
/** Stacks that are programs in another language, in `stacks/NAME`, and have to be built. */
export const foreignStackSchema = stackSchema.exclude([defaultStack]);
export type ForeignStack = z.infer<typeof foreignStackSchema>;
export const foreignStacks = foreignStackSchema.options;

type Offered = Readonly<Partial<Record<WorkloadName, readonly Protocol[]>>>;

/** Facts about a stack. */
export interface StackFacts {
  /** Display name. */
  readonly label: string;
  /** Components of its services, as text. */
  readonly madeOf: string;
  /** The protocols of each workload in it; null for all of them. */
  readonly offers: Offered | null;
}

const small: readonly Protocol[] = ['rest', 'grpc'];
const ofStudies: readonly Protocol[] = ['rest', 'soap', 'grpc'];

export const stackFacts: Readonly<Record<Stack, StackFacts>> = {
  node: { label: 'Node', madeOf: 'Fastify, soap, @grpc/grpc-js', offers: null },
  go: {
    label: 'Go',
    madeOf: 'net/http, grpc-go',
    offers: { product: ofStudies, inventory: small, team: ofStudies },
  },
  java: {
    label: 'Java',
    madeOf: 'Spring Boot, Spring-WS, grpc-java',
    offers: { product: ofStudies, inventory: small, team: ofStudies },
  },
  rust: { label: 'Rust', madeOf: 'axum, tonic', offers: { product: small, inventory: small } },
  python: {
    label: 'Python',
    madeOf: 'FastAPI, uvicorn, grpcio',
    offers: { product: small, inventory: small },
  },
};

/** The protocols of a workload in a stack; null for all of them. */
function protocolsIn(stack: Stack, workload: WorkloadName): readonly Protocol[] | null {
  const { offers } = stackFacts[stack];
  return offers && (offers[workload] ?? []);
}

/** Why a workload has no service in a stack and protocol, as a sentence; null if it has. */
export function notOffered(
  stack: Stack,
  workload: WorkloadName,
  protocol: Protocol,
): string | null {
  const { label } = stackFacts[stack];
  const protocols = protocolsIn(stack, workload);
  if (protocols === null) return null;
  if (protocols.length === 0) return `There is no ${workload} service in ${label}.`;
  if (protocols.includes(protocol)) return null;
  return `There is no ${protocol} service in ${label}: ${workload} has ${protocols.join(', ')} there.`;
}

/** Components of a service, as reported by its program: language and version, and the version of each library. */
export const madeOfSchema = z.object({
  runtime: z.string(),
  libraries: z.record(z.string(), z.string()),
});
export type MadeOf = z.infer<typeof madeOfSchema>;

/** Whether a stack can be used on this machine. */
export const stackStateSchema = z.object({
  stack: foreignStackSchema,
  /** A command of its toolchain and its version; null if there is none. */
  toolchain: z.object({ command: z.string(), version: z.string() }).nullable(),
  /** `stale`: built from sources other than the current ones. */
  built: z.enum(['yes', 'no', 'stale']),
  /** Why it cannot be used, and what to do; null if it can. */
  reason: z.string().nullable(),
});
export type StackState = z.infer<typeof stackStateSchema>;

/** Number of build output lines kept; older ones are discarded. */
export const keptBuildLines = 12;

/** A build requested by a window. */
export const stackBuildSchema = z.object({
  /** In build order. */
  stacks: z.array(foreignStackSchema),
  /** Number of completed ones. */
  done: z.number().int(),
  state: z.enum(['building', 'done', 'stopped', 'failed']),
  startedAt: z.string(),
  /** The end of the tools' output. */
  lines: z.array(z.string()),
  /** Why it failed; null otherwise. */
  error: errorReportSchema.nullable(),
});
export type StackBuild = z.infer<typeof stackBuildSchema>;

/** Whether a stack was built from the current sources, as text. */
export const builtWords: Readonly<Record<StackState['built'], string>> = {
  yes: 'built',
  no: 'not built',
  stale: 'built from other sources',
};

/** The toolchain of a stack as text, such as `go 1.26.8`. */
export function toolchainWords({ toolchain }: Pick<StackState, 'toolchain'>): string {
  return toolchain === null ? 'none' : `${toolchain.command} ${toolchain.version}`;
}
