import type { EncodedCall, EncodedSize, SizedCall, SizeEntry } from '../../contracts/sizes.ts';
import { bothWays, type LayerBytes, type WireCall } from '../../contracts/wire.ts';

/** A call by layer: its bodies as the codecs compute them, everything else as it was recorded. */
export function sizedCall({ exchange, setUp }: WireCall, encoded: EncodedCall): SizedCall {
  return {
    request: withEncoded(exchange.sent, encoded.request),
    answer: withEncoded(exchange.received, encoded.answer),
    setUp: setUp && bothWays(setUp),
  };
}

/** Moves what belongs to the envelope there from where the recording has it. */
function withEncoded(recorded: LayerBytes, { payload, envelope, beside }: EncodedSize): LayerBytes {
  return {
    ...recorded,
    payload,
    envelope,
    headers: recorded.headers - beside.headers,
    framing: recorded.framing - beside.framing,
  };
}

/** Where recorded bodies have another length than the codecs say, in a sentence; null where they have the same. */
export function difference(
  calls: readonly WireCall[],
  encoded: readonly EncodedCall[],
): SizeEntry['differs'] {
  for (const [index, { exchange, call }] of calls.entries()) {
    const own = encoded[index];
    if (!own) return `The contents of call ${call} are not known.`;
    const wrong =
      bodyDifference('request', call, exchange.sent, own.request) ??
      bodyDifference('answer', call, exchange.received, own.answer);
    if (wrong !== null) return wrong;
  }
  return null;
}

function bodyDifference(
  side: string,
  call: number,
  { payload, envelope }: LayerBytes,
  encoded: EncodedSize,
): string | null {
  const { framing, headers } = encoded.beside;
  const computed = encoded.payload + encoded.envelope - framing - headers;
  const recorded = payload + envelope;
  if (recorded === computed) return null;
  return `The body of the ${side} of call ${call} was recorded with ${recorded} bytes; the codec makes ${computed}.`;
}
