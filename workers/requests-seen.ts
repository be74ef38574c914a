import type { Exchange } from '../contracts/exchange.ts';
import { isReading } from '../contracts/http-methods.ts';
import type { OwnServiceCall } from '../contracts/own-service.ts';
import { protocolFacts } from '../contracts/protocols.ts';
import type { Protocol } from '../contracts/words.ts';
import type { Assignment } from '../contracts/worker-messages.ts';
import type { OperationDescription } from '../workloads/description.ts';
import type { SeenExchange } from './seen-exchange.ts';

/** Frames of their own have neither versions, codings nor caches of HTTP. */
const withoutHttp = { http: ['none'], codings: ['none'], cached: [] };

/** What the drivers of a worker saw, with what the protocol itself determines. */
export function exchangeOf(
  { cell, address }: Pick<Assignment, 'cell' | 'address'>,
  seen: SeenExchange,
  methods: Methods,
): Exchange {
  const found = seen.result(address.tls !== null);
  const { transport } = protocolFacts[cell.protocol];
  if (transport === 'tcp') return { ...found, ...withoutHttp, ...methods };
  // Its drivers speak no other version.
  const http = transport === 'h2' && found.http.length === 0 ? ['2'] : found.http;
  return { ...found, http, ...methods };
}

type Methods = Pick<Exchange, 'methods' | 'reads'>;

/** The HTTP methods of a worker's requests, and whether they only read. @param operation null for a plan. */
export function methodsOf(
  { cell: { protocol, shape }, custom }: Pick<Assignment, 'cell' | 'custom'>,
  operation: OperationDescription | null,
): Methods {
  if (custom) {
    const names = custom.mixes
      .find(({ name }) => name === shape)
      ?.parts.map(({ request }) => request) ??
      custom.flows.find(({ name }) => name === shape)?.steps.map(({ request }) => request) ?? [
        shape,
      ];
    const parts = custom.requests.filter(({ name }) => names.includes(name));
    return together(parts.map(({ calls, changes }) => ofCall(calls[protocol], changes, protocol)));
  }
  if (!operation) return { methods: [], reads: null };
  return { methods: [ownMethod(operation, protocol)], reads: !operation.changes };
}

function ownMethod({ http }: OperationDescription, protocol: Protocol): string {
  const { transport, style } = protocolFacts[protocol];
  if (transport === 'tcp') return 'none';
  return style === 'resources' ? http.method : 'POST';
}

const changing = new Set(['PUT', 'PATCH', 'DELETE']);

function ofCall(call: OwnServiceCall | undefined, changes: boolean, protocol: Protocol): Methods {
  if (!call) return { methods: [], reads: null };
  if (call.kind === 'protobuf') return { methods: ['POST'], reads: changes ? false : null };
  const { method } = call;
  if (isReading(method)) return { methods: [method], reads: true };
  if (changes || changing.has(method)) return { methods: [method], reads: false };
  const isQuery = protocolFacts[protocol].style === 'queries';
  return { methods: [method], reads: isQuery ? !isMutation(call) : null };
}

/** Whether the document of a query changes something. */
function isMutation({ body }: Extract<OwnServiceCall, { kind: 'text' }>): boolean {
  const [piece] = body ?? [];
  return (
    piece !== undefined &&
    'text' in piece &&
    /"query"\s*:\s*"(?:\\n|\s)*mutation\b/.test(piece.text)
  );
}

function together(parts: readonly Methods[]): Methods {
  const reads = new Set(parts.map((part) => part.reads));
  return {
    methods: [...new Set(parts.flatMap(({ methods }) => methods))].sort(),
    // One that changes something makes the whole change something.
    reads: reads.has(false) ? false : reads.size === 1 ? (parts[0]?.reads ?? null) : null,
  };
}
