import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import type { Protocol, WorkloadName } from './words.ts';

/** Language and libraries that the bundled services are made of. */
export const stackSchema = z.enum(['node', 'go', 'java', 'rust', 'python']);
export type Stack = z.infer<typeof stackSchema>;
export const stacks = stackSchema.options;

/** What answers where nothing is said. */
export const defaultStack = 'node' satisfies Stack;
/** Those that are programs of another language, in `stacks/NAME`, and have to be built. */
export const foreignStackSchema = stackSchema.exclude([defaultStack]);
export type ForeignStack = z.infer<typeof foreignStackSchema>;
export const foreignStacks = foreignStackSchema.options;

type Offered = Readonly<Partial<Record<WorkloadName, readonly Protocol[]>>>;

/** What is true of a stack. */
export interface StackFacts {
  /** As people write it. */
  readonly label: string;
  /** What its services are made of, in words. */
  readonly madeOf: string;
  /** The protocols that each workload has in it; null for all of them. */
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

/** The protocols that a workload has in a stack; null for all of them. */
function protocolsIn(stack: Stack, workload: WorkloadName): readonly Protocol[] | null {
  const { offers } = stackFacts[stack];
  return offers && (offers[workload] ?? []);
}

/** Why a workload has no service in a stack and protocol, as a sentence; null where it has. */
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

/** What a service is made of, as its program tells: language and version, and the version of each library. */
export const madeOfSchema = z.object({
  runtime: z.string(),
  libraries: z.record(z.string(), z.string()),
});
export type MadeOf = z.infer<typeof madeOfSchema>;

/** Whether a stack can be used on this machine. */
export const stackStateSchema = z.object({
  stack: foreignStackSchema,
  /** A command of its toolchain and its version; null where there is none. */
  toolchain: z.object({ command: z.string(), version: z.string() }).nullable(),
  /** `stale`: built from other sources than those that are there. */
  built: z.enum(['yes', 'no', 'stale']),
  /** Why it cannot be used, and what to do; null where it can. */
  reason: z.string().nullable(),
});
export type StackState = z.infer<typeof stackStateSchema>;

/** Lines of a build's output that are kept; older ones are forgotten. */
export const keptBuildLines = 12;

/** A build that a window has asked for. */
export const stackBuildSchema = z.object({
  /** In the order in which they are built. */
  stacks: z.array(foreignStackSchema),
  /** How many of them are built. */
  done: z.number().int(),
  state: z.enum(['building', 'done', 'stopped', 'failed']),
  startedAt: z.string(),
  /** The last that the tools wrote. */
  lines: z.array(z.string()),
  /** Why it failed; null otherwise. */
  error: errorReportSchema.nullable(),
});
export type StackBuild = z.infer<typeof stackBuildSchema>;

/** Whether a stack was built from the sources that are there, in words. */
export const builtWords: Readonly<Record<StackState['built'], string>> = {
  yes: 'built',
  no: 'not built',
  stale: 'built from other sources',
};

/** The toolchain of a stack in words, such as `go 1.26.8`. */
export function toolchainWords({ toolchain }: Pick<StackState, 'toolchain'>): string {
  return toolchain === null ? 'none' : `${toolchain.command} ${toolchain.version}`;
}
