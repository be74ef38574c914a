import { isSecretName } from '../../contracts/secret-names.ts';
import { type LayerBytes, type WireStage, wireLayers } from '../../contracts/wire.ts';
import type { WireChunk } from '../../contracts/wire-messages.ts';
import { mask, secretForms, secretsHidden } from '../../workloads/own-service/secrets.ts';
import { ByteStretch, type Range } from './stretch.ts';

/** Layers, and those payload bytes that are values. */
const kinds = [...wireLayers, 'values'] as const;
type Kind = (typeof kinds)[number];

/** A reader's annotation of some bytes. */
export interface ByteMark {
  readonly layer: Kind;
  /** Bytes around content belong to the stage of their neighbour. */
  readonly stage: WireStage | 'next' | 'previous';
  readonly label: string;
  /** Its contribution to the name of its message, such as `HEADERS`. */
  readonly title?: string;
  readonly field?: { readonly name: string; readonly value: string };
}

interface Marked extends ByteMark {
  readonly from: number;
  readonly to: number;
}

/** Annotated bytes of a direction. */
export interface Part extends Marked {
  readonly stage: WireStage;
}

/** Prefix of field names in a body. */
const beforeName = /^(?:value|text) of /;

/** Longest stored value of a field, in characters. */
const longestValue = 300;

/**
 * One direction of a connection. Readers annotate the bytes they understand; in the end each byte has one
 * layer and belongs to one part, whatever the readers did.
 */
export class Canvas {
  /** As on the wire, but decrypted if possible. */
  readonly bytes: Buffer;
  readonly #layers: Uint8Array;
  readonly #decrypted: Uint8Array;
  readonly #parts: Marked[] = [];
  readonly #starts: number[] = [];
  readonly #times: number[] = [];
  /** Null if nothing is masked. */
  readonly #secrets: readonly Buffer[] | null;
  /** Masks secrets in a text. */
  readonly hidden: (text: string) => string;
  readonly #concealed: Range[] = [];

  /** @param service whose secrets are masked; null without secrets. */
  constructor(
    chunks: readonly WireChunk[],
    service: Parameters<typeof secretsHidden>[0] | null = null,
  ) {
    this.#secrets = service && secretForms(service).map((form) => Buffer.from(form));
    this.hidden = service ? secretsHidden(service) : (text) => text;
    let at = 0;
    for (const { bytes, atMs } of chunks) {
      if (bytes.length === 0) continue;
      this.#starts.push(at);
      this.#times.push(atMs);
      at += bytes.length;
    }
    this.bytes = Buffer.concat(chunks.map(({ bytes }) => bytes));
    this.#layers = new Uint8Array(at).fill(kinds.indexOf('framing'));
    this.#decrypted = new Uint8Array(at);
  }

  /** The whole direction as one stretch. */
  whole(): ByteStretch {
    const stretch = new ByteStretch();
    stretch.append(this.bytes, 0);
    return stretch;
  }

  /** Time at which a byte passed the recorder, in milliseconds. */
  timeAt(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#times[low - 1] ?? 0;
  }

  /** Labels a part of a stretch; if fragmented on the wire, each piece. */
  mark(stretch: ByteStretch, from: number, to: number, said: ByteMark): void {
    const field = said.field && this.#shown(said.field);
    if (field && field.value !== said.field?.value) this.#conceal(stretch, from, to);
    stretch.ranges(from, to).forEach((range, index) => {
      const { title, field: _field, ...rest } = said;
      const first = index === 0;
      this.#parts.push({
        ...rest,
        ...range,
        label: this.hidden(first ? said.label : `${said.label}, continued`),
        ...(title !== undefined && first ? { title: this.hidden(title) } : {}),
        ...(field && first ? { field: { ...field, value: cut(field.value) } } : {}),
      });
    });
    this.paint(stretch, from, to, said.layer);
  }

  #shown({ name, value }: NonNullable<ByteMark['field']>): NonNullable<ByteMark['field']> {
    if (this.#secrets && isSecretName(name.replace(beforeName, ''))) return { name, value: mask };
    return { name, value: this.hidden(value) };
  }

  #conceal(stretch: ByteStretch, from: number, to: number): void {
    this.#concealed.push(...stretch.ranges(from, to));
  }

  /** Records a secret in a stretch, for {@link blank}. */
  concealIn(stretch: ByteStretch): void {
    for (const secret of this.#secrets ?? []) {
      for (let at = stretch.bytes.indexOf(secret); at >= 0; ) {
        this.#conceal(stretch, at, at + secret.length);
        at = stretch.bytes.indexOf(secret, at + 1);
      }
    }
  }

  /** Replaces secrets by asterisks, after everything has been read. */
  blank(): void {
    for (const { from, to } of this.#concealed) this.bytes.fill('*', from, to);
  }

  /** Changes the layer of bytes inside a part. */
  paint(stretch: ByteStretch, from: number, to: number, layer: Kind): void {
    for (const range of stretch.ranges(from, to))
      this.#layers.fill(kinds.indexOf(layer), range.from, range.to);
  }

  /** Replaces an encrypted stretch by its plain text. */
  decrypt(from: number, clear: Buffer): void {
    clear.copy(this.bytes, from);
    this.#decrypted.fill(1, from, from + clear.length);
  }

  isDecrypted(offset: number): boolean {
    return this.#decrypted[offset] === 1;
  }

  layersOf(from: number, to: number): Partial<LayerBytes> {
    const counts: Partial<LayerBytes> = {};
    const totals = new Array<number>(kinds.length).fill(0);
    for (let at = from; at < to; at++) {
      const layer = this.#layers[at] ?? 0;
      totals[layer] = (totals[layer] ?? 0) + 1;
    }
    kinds.forEach((kind, index) => {
      const total = totals[index] ?? 0;
      if (total > 0) counts[kind] = total;
    });
    if (counts.values !== undefined) counts.payload = (counts.payload ?? 0) + counts.values;
    return counts;
  }

  /** Parts in order, without gap or overlap: bytes not understood by any reader are a part as well. */
  parts(): Part[] {
    const whole: Marked[] = [];
    let at = 0;
    for (const part of this.#parts.toSorted((a, b) => a.from - b.from)) {
      if (part.from > at) whole.push(unknown(at, part.from));
      if (part.to > at) whole.push({ ...part, from: Math.max(at, part.from) });
      at = Math.max(at, part.to);
    }
    if (at < this.bytes.length) whole.push(unknown(at, this.bytes.length));
    return withStages(whole);
  }
}

function unknown(from: number, to: number): Marked {
  const label = 'not understood';
  return { from, to, stage: 'previous', layer: 'framing', label, title: label };
}

const isStage = (stage: ByteMark['stage']): stage is WireStage =>
  stage !== 'next' && stage !== 'previous';

/** Assigns parts without a stage to that of their neighbour. */
function withStages(parts: readonly Marked[]): Part[] {
  let next: WireStage = 'close';
  const after = parts.map((): WireStage => 'close');
  for (let index = parts.length - 1; index >= 0; index--) {
    const stage = parts[index]?.stage ?? 'previous';
    if (isStage(stage)) next = stage;
    after[index] = next;
  }
  let previous: WireStage | null = null;
  return parts.map((part, index) => {
    const following: WireStage = after[index] ?? 'close';
    const inherited: WireStage = part.stage === 'next' ? following : (previous ?? following);
    const stage = isStage(part.stage) ? part.stage : inherited;
    previous = stage;
    return { ...part, stage };
  });
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
