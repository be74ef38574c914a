import { protocolFacts } from '../../contracts/protocols.ts';
import type { ShapeMessages, SizeEntry, Sizes, SizesWanted } from '../../contracts/sizes.ts';
import type { Protocol } from '../../contracts/words.ts';
import { isOffered } from '../../workloads/description.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { assertShapes } from '../wire/assert-shapes.ts';
import { captureShapes, type Recorded } from '../wire/capture.ts';
import { sizeEntry } from './entry.ts';
import { publishedSizes } from './published.ts';

/**
 * Sizes of every protocol with every shape, one protocol after the other: two calls of each through
 * the recording relay, whose bodies are compared with the codecs' encodings of the same messages.
 * @param home folder of the certificates. @param record makes the calls.
 * @throws WirebenchError ARGUMENT_INVALID, WIRE_CAPTURE_FAILED, SERVICE_START_FAILED
 */
export async function measureSizes(
  wanted: SizesWanted,
  home: string,
  signal: AbortSignal,
  record = captureShapes,
): Promise<Sizes> {
  assertShapes(wanted);
  const { workload, tls, client, text, dates } = wanted;
  const takenAt = new Date().toISOString();
  const entries: SizeEntry[] = [];
  const messages = new Map<string, ShapeMessages>();
  for (const protocol of wanted.protocols) {
    const recordings: Recorded[] = [];
    for (const shapes of apart(wanted, protocol)) {
      const subject = { protocol, shapes, contents: true };
      recordings.push(...(await record(subject, wanted, home, signal)));
    }
    const place = ({ capture }: Recorded) => wanted.shapes.indexOf(capture.shape);
    for (const recorded of recordings.sort((a, b) => place(a) - place(b))) {
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
    ...(dates && { dates }),
    takenAt,
    entries,
    messages: [...messages.values()],
    published,
    skipped,
  };
}

/**
 * The shapes that a protocol offers, in groups with a service each: a shape that changes data has
 * its own service, so that it does not affect the answers of other shapes.
 */
function apart(wanted: SizesWanted, protocol: Protocol): string[][] {
  const { operationOf } = workloadOf(wanted.workload);
  const shapes = wanted.shapes.filter((shape) => offers(wanted, shape, protocol));
  const changing = shapes.filter((shape) => operationOf(shape)?.changes);
  const reading = shapes.filter((shape) => !changing.includes(shape));
  return [...changing.map((shape) => [shape]), ...(reading.length > 0 ? [reading] : [])];
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

function entryOf({ workload }: SizesWanted, recorded: Recorded): SizeEntry {
  const { shape } = recorded.capture;
  const operation = workloadOf(workload).operationOf(shape);
  return sizeEntry(operation ?? { name: shape, stream: 'none' }, recorded);
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
