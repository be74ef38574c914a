import { z } from 'zod';
import type { Protocol, WorkloadName } from './words.ts';

/** Language and libraries that the bundled services are made of. */
export const stackSchema = z.enum(['node', 'go', 'java', 'rust', 'python']);
export type Stack = z.infer<typeof stackSchema>;
export const stacks = stackSchema.options;

/** What answers where nothing is said. */
export const usualStack = 'node' satisfies Stack;
/** Those that are programs of another language, in `stacks/NAME`, and have to be built. */
export type ForeignStack = Exclude<Stack, typeof usualStack>;
export const foreignStacks = stacks.filter((name): name is ForeignStack => name !== usualStack);

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

/** Why a workload has no service in a stack and protocol, as a sentence; null where it has. */
export function notOffered(
  stack: Stack,
  workload: WorkloadName,
  protocol: Protocol,
): string | null {
  const { offers, label } = stackFacts[stack];
  if (offers === null) return null;
  const protocols = offers[workload];
  if (!protocols) return `There is no ${workload} service in ${label}.`;
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
  stack: stackSchema,
  /** The command of its toolchain and what it says of its version; null where there is none. */
  toolchain: z.object({ command: z.string(), version: z.string() }).nullable(),
  /** `stale`: built from other sources than those that are there. */
  built: z.enum(['yes', 'no', 'stale']),
  /** Why it cannot be used, and what to do; null where it can. */
  reason: z.string().nullable(),
});
export type StackState = z.infer<typeof stackStateSchema>;
