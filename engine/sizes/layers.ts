import type { EncodedCall, EncodedSize, SizeEntry } from '../../contracts/sizes.ts';
import type { LayerBytes, WireCall } from '../../contracts/wire.ts';

/** Where recorded bodies have another length than the codecs say, in a sentence; null where they have the same. */
export function bodyDifference(
  calls: readonly WireCall[],
  encoded: readonly EncodedCall[],
): SizeEntry['differs'] {
  for (const [index, { exchange, call }] of calls.entries()) {
    const own = encoded[index];
    if (!own) return `The contents of call ${call} are unknown.`;
    const wrong =
      lengthDifference('request', call, exchange.sent, own.request) ??
      lengthDifference('answer', call, exchange.received, own.answer);
    if (wrong !== null) return wrong;
  }
  return null;
}

function lengthDifference(
  side: string,
  call: number,
  recorded: LayerBytes,
  computed: EncodedSize,
): string | null {
  const bytes = ({ payload, envelope }: LayerBytes | EncodedSize) => payload + envelope;
  if (bytes(recorded) === bytes(computed)) return null;
  return `The body of the ${side} of call ${call} was recorded with ${bytes(recorded)} bytes; the codec makes ${bytes(computed)}.`;
}
