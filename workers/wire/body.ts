import type { WireStage } from '../../contracts/wire.ts';
import type { MessageType } from '../../contracts/workloads/description.ts';
import type { Canvas } from './canvas.ts';
import { graphqlSlices, jsonSlices } from './json-slices.ts';
import { protobufSlices } from './protobuf-slices.ts';
import type { Slice } from './slice.ts';
import type { Stretch } from './stretch.ts';
import { xmlSlices } from './xml-slices.ts';

export type BodyForm = 'json' | 'graphql' | 'xml' | 'protobuf' | 'other';

/** The form of a body by its content type. */
export function formOf(contentType: string): BodyForm {
  if (/^application\/(?:grpc|(?:x-)?protobuf)\b/i.test(contentType)) return 'protobuf';
  if (/[/+]json\b/i.test(contentType)) return 'json';
  return /[/+]xml\b/i.test(contentType) ? 'xml' : 'other';
}

/** Of a value, for people to read. */
const excerptBytes = 200;

/**
 * Divides a body into values, which are the payload, and what is around them, the envelope.
 * @param type of the message in it, for the forms that do not name their fields.
 */
export function markBody(
  canvas: Canvas,
  body: Stretch,
  form: BodyForm,
  stage: WireStage,
  type: MessageType | null,
): void {
  for (const { from, to, layer, label, value } of slicesOf(body.bytes, form, type)) {
    if (label === null) canvas.paint(body, from, to, layer);
    else {
      const excerpt = () => body.bytes.toString('utf8', from, Math.min(to, from + excerptBytes));
      const shown = value?.slice(0, excerptBytes) ?? excerpt();
      const field = layer === 'payload' ? { field: { name: label, value: shown } } : {};
      canvas.mark(body, from, to, { layer, stage, label, ...field });
    }
  }
}

function slicesOf(bytes: Buffer, form: BodyForm, type: MessageType | null): Slice[] {
  switch (form) {
    case 'json':
      return jsonSlices(bytes);
    case 'graphql':
      return graphqlSlices(bytes);
    case 'xml':
      return xmlSlices(bytes);
    case 'protobuf':
      return protobufSlices(bytes, type);
    case 'other':
      return [{ from: 0, to: bytes.length, layer: 'payload', label: 'body' }];
  }
}
