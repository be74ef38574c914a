import { WirebenchError } from '../../contracts/errors.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import type { ShapeMessages, SizeEntry, Sizes, SizesWanted } from '../../contracts/sizes.ts';
import type { Protocol } from '../../contracts/words.ts';
import { isOffered } from '../../contracts/workloads/description.ts';
import { workloadOf } from '../../contracts/workloads/registry.ts';
import { assertShapes } from '../wire/assert-shapes.ts';
import { captureShapes, type Recorded } from '../wire/capture.ts';
import { difference, sizedCall } from './layers.ts';
import { publishedSizes } from './published.ts';

/**
 * The bytes of every protocol with every shape, one protocol after the other: two calls of each through
 * the recording relay, whose bodies are compared with what the codecs make of the same messages.
 * @param home holds the certificates.
 * @throws WirebenchError ARGUMENT_INVALID, WIRE_CAPTURE_FAILED, SERVICE_START_FAILED
 */
export async function measureSizes(
  wanted: SizesWanted,
  home: string,
  signal: AbortSignal,
): Promise<Sizes> {
  assertShapes(wanted);
  const { workload, tls, client, text } = wanted;
  const takenAt = new Date().toISOString();
  const entries: SizeEntry[] = [];
  const messages = new Map<string, ShapeMessages>();
  for (const protocol of wanted.protocols) {
    const shapes = wanted.shapes.filter((shape) => offers(wanted, shape, protocol));
    if (shapes.length === 0) continue;
    const subject = { protocol, shapes, contents: true };
    for (const recorded of await captureShapes(subject, wanted, home, signal)) {
      entries.push(entryOf(wanted, recorded));
      const own = messagesOf(wanted, recorded);
      if (!messages.has(own.shape)) messages.set(own.shape, own);
    }
  }
  const skipped = skippedOf(wanted);
  const published = publishedSizes({ workload, entries });
  return {
    workload,
    tls,
    client,
    text,
    takenAt,
    entries,
    messages: [...messages.values()],
    published,
    skipped,
  };
}

function offers({ workload }: SizesWanted, shape: string, protocol: Protocol): boolean {
  const operation = workloadOf(workload).operationOf(shape);
  return operation !== null && isOffered(operation, protocol);
}

function skippedOf(wanted: SizesWanted): Sizes['skipped'] {
  return wanted.protocols.flatMap((protocol) =>
    wanted.shapes
      .filter((shape) => !offers(wanted, shape, protocol))
      .map((shape) => ({
        protocol,
        shape,
        reason: `${protocolFacts[protocol].label} does not offer what ${shape} calls.`,
      })),
  );
}

function entryOf({ workload }: SizesWanted, { capture, contents }: Recorded): SizeEntry {
  const { protocol, shape, calls } = capture;
  const operation = workloadOf(workload).operationOf(shape);
  const encoded = contents?.calls ?? [];
  const sized = calls.flatMap((call, index) => {
    const own = encoded[index];
    return own ? [{ ...sizedCall(call, own, protocol === 'soap'), isReused: call.reused }] : [];
  });
  const [fresh] = sized;
  if (!operation || !fresh) {
    throw new WirebenchError('WIRE_CAPTURE_FAILED', `The calls of ${shape} told nothing`);
  }
  return {
    protocol,
    shape,
    operation: operation.name,
    stream: operation.stream,
    fresh: withoutMark(fresh),
    reused: sized.filter(({ isReused }) => isReused).map(withoutMark)[0] ?? null,
    differs: difference(calls, encoded),
  };
}

function withoutMark({ request, answer, setUp }: SizeEntry['fresh']): SizeEntry['fresh'] {
  return { request, answer, setUp };
}

function messagesOf({ workload }: SizesWanted, { capture, contents }: Recorded): ShapeMessages {
  const { shape } = capture;
  return {
    shape,
    operation: workloadOf(workload).operationOf(shape)?.name ?? shape,
    request: contents?.request ?? null,
    answer: contents?.answer ?? null,
  };
}
