import { WirebenchError } from '../../contracts/errors.ts';
import type { EncodedCall, EncodedSize, SizedCall, SizeEntry } from '../../contracts/sizes.ts';
import { bothWays, type LayerBytes, type WireCall } from '../../contracts/wire.ts';
import type { Recorded } from '../wire/capture.ts';

/**
 * Sizes of two recorded calls.
 * @throws WirebenchError WIRE_CAPTURE_FAILED without any.
 */
export function sizeEntry(
  { name, stream }: { readonly name: string; readonly stream: SizeEntry['stream'] },
  { capture, contents }: Recorded,
): SizeEntry {
  const { protocol, shape, calls } = capture;
  const [fresh] = calls;
  const reused = calls.find((call) => call.reused);
  if (!fresh) {
    throw new WirebenchError('WIRE_CAPTURE_FAILED', `The calls of ${shape} yielded no data`);
  }
  return {
    protocol,
    shape,
    operation: name,
    stream,
    fresh: sizedCall(fresh),
    reused: reused ? sizedCall(reused) : null,
    differs: bodyDifference(calls, contents?.calls ?? []),
  };
}

function sizedCall({ exchange, setUp }: WireCall): SizedCall {
  return { request: exchange.sent, answer: exchange.received, setUp: setUp && bothWays(setUp) };
}

/** Sentence about recorded bodies whose length differs from that of the codecs; null where equal. */
function bodyDifference(
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
  return `The body of the ${side} of call ${call} was recorded with ${bytes(recorded)} bytes; ${bytes(computed)} were expected.`;
}
