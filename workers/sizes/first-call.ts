import type { EncodedCall } from '../../contracts/sizes.ts';
import type { Assignment } from '../../contracts/worker-messages.ts';
import type { ShapeRequests } from '../../workloads/workload.ts';
import { protocolClients } from '../registry.ts';
import type { RightCall } from '../verifier.ts';

/** Returns the bytes of one call; null if its messages are unknown. */
export type CallSizes = (call: RightCall | null) => EncodedCall | null;

export const sizesUnknown: CallSizes = () => null;

/**
 * Computes, after the load, the bytes of one of its calls from the codecs. Of a streamed request only the
 * first message is kept, so a varying one cannot be computed.
 */
export async function callSizes(
  { cell, workload, custom, address }: Pick<Assignment, 'cell' | 'workload' | 'custom' | 'address'>,
  requests: ShapeRequests,
): Promise<CallSizes> {
  if (custom) {
    const { ownCallSizes } = await import('./own-call.ts');
    const sizes = await ownCallSizes(custom, cell, address, requests);
    return (call) => call && sizes(call);
  }
  const { operation, varies, stream } = requests;
  if (operation.stream === 'request' && varies) return sizesUnknown;
  const sizes = await protocolClients[cell.protocol].sizes();
  const named = { name: workload };
  return (call) => {
    if (!call) return null;
    const messages = () => stream?.(0) ?? [call.request];
    return {
      request: sizes.request(named, operation, messages),
      answer: sizes.answer(named, operation, call.answer),
    };
  };
}
