import type { WireStage } from '../../contracts/wire.ts';
import type { MessageType } from '../../workloads/description.ts';
import type { Canvas } from './canvas.ts';
import { jsonSlices } from './json-slices.ts';
import { protobufSlices } from './protobuf-slices.ts';
import type { Slice } from './slice.ts';
import type { ByteStretch } from './stretch.ts';
import { soapSlices } from './xml-slices.ts';

export type BodyForm = 'json' | 'xml' | 'protobuf' | 'other';

/** What is known of the messages in the bodies of one direction. */
export interface Messages {
  /** Null where nobody knows. */
  readonly type: MessageType | null;
  /** In JSON the keys that lead to the message; none where it is the whole body. */
  readonly at: readonly string[];
}

/** The form of a body by its content type. */
export function formOf(contentType: string): BodyForm {
  if (/^application\/(?:grpc|(?:x-)?protobuf)\b/i.test(contentType)) return 'protobuf';
  if (/[/+]json\b/i.test(contentType)) return 'json';
  return /[/+]xml\b/i.test(contentType) ? 'xml' : 'other';
}

/** Of a value, for people to read, in characters; and what is read for it, so that a secret in it is whole. */
const [excerptLength, readBytes] = [200, 4096];

/** Divides a body into its message, which is the payload, and what is around it, the envelope. */
export function markBody(
  canvas: Canvas,
  body: ByteStretch,
  form: BodyForm,
  stage: WireStage,
  messages: Messages,
): void {
  canvas.concealIn(body);
  for (const { from, to, layer, label, value } of slicesOf(body.bytes, form, messages)) {
    if (label === null) canvas.paint(body, from, to, layer);
    else {
      const said = value ?? body.bytes.toString('utf8', from, Math.min(to, from + readBytes));
      // Hidden before it is cut, which would leave a part of a secret.
      const shown = canvas.hidden(said).slice(0, excerptLength);
      const field = layer === 'values' ? { field: { name: label, value: shown } } : {};
      canvas.mark(body, from, to, { layer, stage, label, ...field });
    }
  }
}

function slicesOf(bytes: Buffer, form: BodyForm, { type, at }: Messages): Slice[] {
  switch (form) {
    case 'json':
      return jsonSlices(bytes, at);
    case 'xml':
      return soapSlices(bytes);
    case 'protobuf':
      return protobufSlices(bytes, type);
    case 'other':
      return [{ from: 0, to: bytes.length, layer: 'values', label: 'body' }];
  }
}
