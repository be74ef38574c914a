import type { WireStage } from '../../contracts/wire.ts';
import type { Canvas } from './canvas.ts';
import { jsonSlices } from './json-slices.ts';
import { type KnownMessage, protobufSlices } from './protobuf-slices.ts';
import type { Slice } from './slice.ts';
import type { ByteStretch } from './stretch.ts';
import { soapSlices } from './xml-slices.ts';

export type BodyForm = 'json' | 'xml' | 'protobuf' | 'other';

/** Knowledge about the messages in the bodies of one direction. */
export interface Messages {
  /** Null if unknown. */
  readonly type: KnownMessage | null;
  /** In JSON the keys that lead to the message; empty if it is the whole body. */
  readonly at: readonly string[];
  /** Whether the message is one key deeper if there is only one: the root field of a query. */
  readonly isRooted?: boolean;
  /** Whether XML is the message itself, without an envelope. */
  readonly isBare?: boolean;
}

/** The form of a body by its content type. */
export function formOf(contentType: string): BodyForm {
  if (/^application\/(?:grpc|(?:x-)?protobuf)\b/i.test(contentType)) return 'protobuf';
  if (/[/+]json\b/i.test(contentType)) return 'json';
  return /[/+]xml\b/i.test(contentType) ? 'xml' : 'other';
}

/** Maximum characters of a displayed value; and of its raw text, so that a secret in it is complete. */
const [excerptLength, readBytes] = [200, 4096];

/** Divides a body into its message, which is the payload, and the envelope around it. */
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
      // Masked before it is truncated, which would leave a part of a secret.
      const shown = canvas.hidden(said).slice(0, excerptLength);
      const field = layer === 'values' ? { field: { name: label, value: shown } } : {};
      canvas.mark(body, from, to, { layer, stage, label, ...field });
    }
  }
}

/** Bytes of a body's message, and of its envelope. */
export function bodyLayers(
  bytes: Buffer,
  form: BodyForm,
  messages: Messages,
): { payload: number; envelope: number } {
  const envelope = slicesOf(bytes, form, messages)
    .filter(({ layer }) => layer === 'envelope')
    .reduce((sum, { from, to }) => sum + to - from, 0);
  return { payload: bytes.length - envelope, envelope };
}

function slicesOf(bytes: Buffer, form: BodyForm, messages: Messages): Slice[] {
  const { type, at, isRooted = false, isBare = false } = messages;
  switch (form) {
    case 'json':
      return jsonSlices(bytes, isRooted ? withRoot(bytes, at) : at);
    case 'xml':
      return soapSlices(bytes, isBare);
    case 'protobuf':
      return protobufSlices(bytes, type);
    case 'other':
      return [{ from: 0, to: bytes.length, layer: 'values', label: 'body' }];
  }
}

/** The path to a message that is the only content there. */
function withRoot(bytes: Buffer, at: readonly string[]): readonly string[] {
  try {
    const found = at.reduce<unknown>(
      (value, key) => (isObject(value) ? value[key] : null),
      JSON.parse(bytes.toString('utf8')),
    );
    const [root, ...others] = isObject(found) ? Object.keys(found) : [];
    return root === undefined || others.length > 0 ? at : [...at, root];
  } catch {
    // An invalid body has no roots.
    return at;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
