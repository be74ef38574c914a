import { readFileSync } from 'node:fs';
import type { DatesLevel } from '../../contracts/experiment/environment-factors.ts';
import { type ServiceSetup, serviceSetupSchema } from '../../contracts/service-messages.ts';
import type { WorkloadName } from '../../contracts/words.ts';
import { formatCount } from '../../metrics/format.ts';
import { markdownTable } from '../../metrics/markdown.ts';
import type { Handler } from '../../services/workloads/handlers.ts';
import { openWorkload } from '../../services/workloads/registry.ts';
import { encodeJson } from '../../workers/codecs/json.ts';
import { protobufCodec } from '../../workers/codecs/protobuf.ts';
import { xmlOf } from '../../workers/codecs/soap.ts';
import type { Message, MessageType } from '../../workloads/description.ts';
import { httpFieldsOf, partOf } from '../../workloads/http-fields.ts';
import { workloadOf } from '../../workloads/registry.ts';

/** Bytes of a message, without headers, envelope and framing; for a request, of its body. */
export interface EncodedBytes {
  readonly json: number;
  readonly xml: number;
  readonly protobuf: number;
}

export interface ShapeSizes {
  readonly request: EncodedBytes;
  readonly response: EncodedBytes;
}

/** Number of requests over which bytes are averaged if they differ. */
const samples = 400;

/** A message without fields has no bytes over HTTP. */
function encoded(type: MessageType, message: Message): EncodedBytes {
  if (type.fields.length === 0) return { json: 0, xml: 0, protobuf: 0 };
  return {
    json: encodeJson(type, message).length,
    xml: Buffer.byteLength(xmlOf(type, message)),
    protobuf: protobufCodec(type).encode(message).length,
  };
}

/** The fields of a message that belong to a type. */
function only(type: MessageType, message: Message): Message {
  const names = new Set(type.fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(message).filter(([name]) => names.has(name)));
}

function mean(all: readonly EncodedBytes[]): EncodedBytes {
  const of = (key: keyof EncodedBytes) =>
    all.reduce((sum, bytes) => sum + bytes[key], 0) / all.length;
  return { json: of('json'), xml: of('xml'), protobuf: of('protobuf') };
}

/** Encodes the requests of a shape, and the answers; averages if they vary. */
export async function shapeSizes(
  name: WorkloadName,
  shape: string,
  dates: DatesLevel = 'full',
  settings: object = {},
): Promise<ShapeSizes> {
  const workload = workloadOf(name);
  const data = workload.data.parse({
    ...settings,
    ...(name === 'store' ? { bcryptCost: 0 } : {}),
  });
  const setup: ServiceSetup = { ...serviceSetupSchema.parse({ dates }), data };
  const opened = await openWorkload(name, setup);
  const { operation, varies, request } = workload.requestsOf(shape, setup);
  const body = partOf(operation.request, httpFieldsOf(operation).body);
  const sent: EncodedBytes[] = [];
  const answered: EncodedBytes[] = [];
  for (let sequence = 0; sequence < (varies ? samples : 1); sequence++) {
    const message = request(sequence);
    const answer = await (opened.handlers[operation.name] as Handler)(message);
    sent.push(encoded(body, only(body, message)));
    answered.push(encoded(operation.response, answer));
  }
  await opened.stop();
  return { request: mean(sent), response: mean(answered) };
}

interface Published {
  readonly json: number;
  readonly protobuf: number;
}

function published(study: string): Record<string, unknown> {
  const file = new URL(`../../fixtures/published/${study}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).payloadBytes;
}

/** The answers' sizes that kth-2023 printed, by our shapes; its 5 bytes of an empty message are the gRPC prefix. */
export function publishedInventory(): Record<'xs' | 's' | 'm' | 'l', Published> {
  const { XS, S, M, L } = published('kth-2023') as Record<'XS' | 'S' | 'M' | 'L', Published>;
  return { xs: XS, s: S, m: M, l: L };
}

/** The sizes that isep-2025 printed, by our shapes. */
export function publishedStore(): Record<string, { request: Published; response: Published }> {
  type Sizes = Record<string, { request: number; response: number }>;
  const { json, protobuf } = published('isep-2025') as { json: Sizes; protobuf: Sizes };
  return Object.fromEntries(
    Object.entries(json).map(([shape, { request, response }]) => {
      const own = protobuf[shape] ?? { request: 0, response: 0 };
      return [
        shape,
        {
          request: { json: request, protobuf: own.request },
          response: { json: response, protobuf: own.response },
        },
      ];
    }),
  );
}

/** A line of bytes for each entry of the first column. */
const bytesTable = (titles: readonly string[], rows: readonly string[][]) =>
  markdownTable(titles, rows, (column) => column > 0);

async function inventoryTable(): Promise<string> {
  const rows: string[][] = [];
  for (const [shape, study] of Object.entries(publishedInventory())) {
    const { json, xml, protobuf } = (await shapeSizes('inventory', shape)).response;
    const bytes = [json, xml, protobuf, study.json, study.protobuf];
    rows.push([`\`${shape}\``, ...bytes.map(formatCount)]);
  }
  const titles = ['shape', 'JSON', 'XML', 'Protobuf', 'published JSON', 'published Protobuf'];
  return bytesTable(titles, rows);
}

async function storeTable(): Promise<string> {
  const rows: string[][] = [];
  for (const [shape, study] of Object.entries(publishedStore())) {
    const full = await shapeSizes('store', shape);
    const dateOnly = await shapeSizes('store', shape, 'date-only');
    for (const way of ['request', 'response'] as const) {
      if (study[way].json === 0) continue;
      const { json, xml, protobuf } = full[way];
      const own = [json, xml, protobuf, dateOnly[way].json, dateOnly[way].protobuf];
      const theirs = [study[way].json, study[way].protobuf];
      rows.push([`\`${shape}\` ${way}`, ...[...own, ...theirs].map(formatCount)]);
    }
  }
  const ours = ['JSON', 'XML', 'Protobuf', 'dates only: JSON', 'Protobuf'];
  return bytesTable(['shape', ...ours, 'published JSON', 'Protobuf'], rows);
}

async function teamTable(): Promise<string> {
  const rows: string[][] = [];
  for (const shape of ['short', 'medium', 'large']) {
    const sizes = await shapeSizes('team', shape);
    for (const way of ['request', 'response'] as const) {
      const { json, xml, protobuf } = sizes[way];
      rows.push([`\`${shape}\` ${way}`, ...[json, xml, protobuf].map(formatCount)]);
    }
  }
  return bytesTable(['shape', 'JSON', 'XML', 'Protobuf'], rows);
}

/** The tables of the page, each by the line before it. */
const tables = [
  ['Bytes of the answers, next to those that the study printed:', inventoryTable],
  [
    'Bytes of bodies, next to those that the study printed (its Protobuf has dates only):',
    storeTable,
  ],
  ['Bytes of bodies:', teamTable],
] as const;

/** The page with current tables of sizes. @throws RangeError when it has no place for one. */
export async function withSizes(page: string): Promise<string> {
  let text = page;
  for (const [lead, make] of tables) {
    const [before = '', rest] = text.split(`\n${lead}\n\n`);
    if (rest === undefined) throw new RangeError(`docs/workloads.md has no line "${lead}"`);
    text = `${before}\n${lead}\n\n${await make()}\n${rest.replace(/^(\|[^\n]*\n)*/, '')}`;
  }
  return text;
}
