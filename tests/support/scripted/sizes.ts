import { WirebenchError } from '../../../contracts/errors.ts';
import type { SizeEntry } from '../../../contracts/sizes.ts';
import { noBytes } from '../../../contracts/wire.ts';
import type { Protocol } from '../../../contracts/words.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import { inspectMessage } from '../../../workloads/inspect/inspect.ts';
import { makeProduct } from '../../../workloads/product/product.ts';
import { productType } from '../product.ts';

const bytes = (payload: number, envelope: number) => ({
  ...noBytes,
  payload,
  envelope,
  headers: 120,
  framing: 27,
});

function entryOf(protocol: Protocol, shape: string): SizeEntry {
  const call = { request: bytes(81, 5), answer: bytes(84, 5), setUp: null };
  const common = { protocol, shape, operation: 'echo', stream: 'none', differs: null } as const;
  return { ...common, fresh: { ...call, setUp: { ...noBytes, framing: 91 } }, reused: call };
}

/** The `sizes` part of the scripted engine. Measurements with mutual TLS fail. */
export function scriptedSizes(os: ContractImplementer) {
  return {
    // Tests of own services ask the real engine.
    measureOwn: os.sizes.measureOwn.handler(() => {
      throw new WirebenchError('WIRE_CAPTURE_FAILED', 'A call did not succeed: no answer');
    }),
    measure: os.sizes.measure.handler(({ input }) => {
      const { workload, tls, client, text, dates, protocols, shapes } = input;
      if (tls === 'mtls') {
        throw new WirebenchError('WIRE_CAPTURE_FAILED', 'A call did not succeed: no answer', {
          hint: 'Measure again.',
        });
      }
      const product = makeProduct({ operation: 'echo', length: 16 }, 'ascii', 1);
      const message = inspectMessage(productType, product);
      return {
        ...(dates && { dates }),
        ...{ workload, tls, client, text, takenAt: '2026-01-01T12:00:00.000Z' },
        entries: protocols.flatMap((protocol) => shapes.map((shape) => entryOf(protocol, shape))),
        messages: shapes.map((shape) => ({
          ...{ shape, operation: 'echo', request: message, answer: message },
        })),
        published: [],
        skipped: [],
      };
    }),
  };
}
