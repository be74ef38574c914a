import { toBase64 } from '../../contracts/base64.ts';
import type { Annotated, ByteSpan, EncodedView, Inspection } from '../../contracts/inspection.ts';
import type { Message, MessageType } from '../description.ts';
import { annotateJson } from './json.ts';
import { annotateProtobuf } from './protobuf.ts';
import { annotateXml } from './xml.ts';

/** Bytes of an encoding shown at its start and at its end; all if it is no longer than both. */
export const shownHead = 2048;
export const shownTail = 512;

/** A message in the three encodings, each reduced to its first and last bytes if long. */
export function inspectMessage(type: MessageType, message: Message): Inspection {
  return {
    type: type.name,
    json: viewOf(annotateJson(type, message)),
    xml: viewOf(annotateXml(type, message)),
    protobuf: viewOf(annotateProtobuf(type, message)),
  };
}

/** The part of an encoding that is shown. */
export function viewOf({ bytes, spans }: Annotated): EncodedView {
  const length = bytes.length;
  if (length <= shownHead + shownTail) {
    return { bytes: length, head: toBase64(bytes), tail: '', spans: [...spans] };
  }
  const resumes = length - shownTail;
  const note = `${resumes - shownHead} bytes not shown`;
  const skipped: ByteSpan = { from: shownHead, to: resumes, path: '', role: 'skipped', note };
  return {
    bytes: length,
    head: toBase64(bytes.subarray(0, shownHead)),
    tail: toBase64(bytes.subarray(resumes)),
    spans: [...within(spans, 0, shownHead), skipped, ...within(spans, resumes, length)],
  };
}

function within(spans: readonly ByteSpan[], from: number, to: number): ByteSpan[] {
  return spans
    .filter((span) => span.to > from && span.from < to)
    .map((span) => ({ ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) }));
}
