import { z } from 'zod';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { JsonStream, type Plan } from '../../report/run-file/json-stream.ts';
import type { OpenFile } from '../files.ts';
import { asItStands, type FoundService } from '../found.ts';
import { bounded, partsIn, savedPart } from './form-parts.ts';
import { SavedRequests } from './requests.ts';

/** Maximum number of entries that are read. */
const maxEntries = 100_000;

const archiveSchema = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });
const entrySchema = z.object({
  _resourceType: z.string().optional().catch(undefined),
  comment: z.string().optional().catch(undefined),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    postData: z
      .object({
        mimeType: z.string().default(''),
        text: z.string().optional(),
        encoding: z.string().optional(),
        params: z
          .array(
            z.object({
              name: z.string(),
              value: z.string().default(''),
              fileName: z.string().optional(),
              contentType: z.string().optional(),
            }),
          )
          .optional(),
      })
      .nullish(),
  }),
  response: z
    .object({
      status: z.number().default(0),
      content: z.object({ mimeType: z.string().default('') }).default({ mimeType: '' }),
    })
    .optional()
    .catch(undefined),
});
type Entry = z.infer<typeof entrySchema>;

/** Resources that a browser loads by itself to show a page. */
const assetType = /^(?:image|font|audio|video)\/|css|javascript|font|wasm/i;
const assetKinds = /^(?:image|font|media|stylesheet|script|manifest|preflight|ping|websocket)$/;

/** Headers that a browser adds for itself, or that request only a part. */
const ofBrowser =
  /^(?:sec-|:|if-)|^(?:user-agent|origin|referer|dnt|priority|pragma|cache-control|upgrade-insecure-requests|range|te|access-control-request-.*)$/i;

function isAsset({ request, response, _resourceType = '' }: Entry): boolean {
  return (
    assetKinds.test(_resourceType) ||
    assetType.test(response?.content.mimeType ?? '') ||
    request.headers.some(({ name }) => /^access-control-request-method$/i.test(name))
  );
}

function bodyOf({ postData }: Entry['request']) {
  if (!postData) return null;
  const { mimeType, text, encoding, params } = postData;
  if (/^multipart\/form-data\b/i.test(mimeType)) {
    if (text !== undefined && text !== '') return partsIn(mimeType, text);
    const parts = (params ?? []).map(({ fileName: filename, contentType: type, ...field }) =>
      savedPart({ ...field, filename, type }),
    );
    return bounded(parts);
  }
  if (encoding !== undefined && encoding !== '') throw new RangeError('it sends binary data');
  if (text !== undefined && text !== '') return text;
  if (!params || params.length === 0) return null;
  const fields = new Map<string, string[]>();
  for (const { name, value } of params) fields.set(name, [...(fields.get(name) ?? []), value]);
  return Object.fromEntries(fields);
}

function takeEntry(requests: SavedRequests, entry: Entry): void {
  const { request, response, comment = '' } = entry;
  const { method, url } = request;
  const name = `${method} ${url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/'}`;
  const status = response?.status ?? 0;
  try {
    if (status >= 400) throw new RangeError(`it was answered with status ${status}`);
    const type = request.postData?.mimeType ?? '';
    const written = request.headers.filter((one) => !ofBrowser.test(one.name));
    const isTyped = written.some((one) => /^content-type$/i.test(one.name));
    const headers = [
      ...written.map((one) => [one.name, one.value] as const),
      ...(isTyped || type === '' ? [] : [['content-type', type] as const]),
    ];
    const saved = { name, doc: comment, method, url, headers, body: bodyOf(request) };
    requests.take(asItStands(saved));
  } catch (error) {
    requests.leave(name, messageOf(error));
  }
}

/** Maximum size of a recording, in bytes: most of it are responses, which are not kept. */
export const maxHarBytes = 512 * 1024 * 1024;

/**
 * Reads the requests that a browser or proxy has recorded (HTTP Archive 1.2) entry by entry, except those for
 * a page's pictures and scripts, and failed ones.
 */
class HarReader {
  readonly #requests = new SavedRequests();
  readonly #stream: JsonStream;
  #entries = 0;
  #assets = 0;
  #unread = 0;
  #isFirst = true;

  constructor() {
    const nothing = () => undefined;
    const content: Plan = { record: { text: { text: nothing } } };
    const entry: Plan = {
      record: { response: { record: { content } } },
      read: (value) => this.#take(value),
    };
    const entries: Plan = { list: entry, most: Number.POSITIVE_INFINITY };
    this.#stream = new JsonStream({ record: { log: { record: { entries } } } }, nothing);
  }

  /** @throws WirebenchError SERVICE_INVALID */
  push(chunk: Buffer): void {
    if (this.#isFull) return;
    const mark = this.#isFirst && chunk.toString('utf8', 0, 3) === '\uFEFF' ? 3 : 0;
    this.#isFirst = false;
    explaining(() => this.#stream.push(chunk.subarray(mark)));
  }

  /** @throws WirebenchError SERVICE_INVALID */
  end(): FoundService[] {
    if (!this.#isFull) this.#checkForm();
    const requests = this.#requests;
    if (this.#assets > 0)
      requests.remark(`Left out: ${this.#assets} requests for pictures, scripts and the like.`);
    if (this.#unread > 0)
      requests.remark(`Left out: ${this.#unread} entries that are no requests over HTTP.`);
    if (this.#entries > maxEntries)
      requests.remark(`Only the first ${maxEntries} entries are read.`);
    return requests.found();
  }

  get #isFull(): boolean {
    return this.#entries > maxEntries || this.#requests.isFull;
  }

  #checkForm(): void {
    const archive = archiveSchema.safeParse(explaining(() => this.#stream.end()));
    if (!archive.success) throw wrong('expected a list log.entries', archive.error);
  }

  #take(value: unknown): void {
    this.#entries++;
    if (this.#isFull) return;
    const entry = entrySchema.safeParse(value);
    if (!entry.success || !/^https?:/i.test(entry.data.request.url)) this.#unread++;
    else if (isAsset(entry.data)) this.#assets++;
    else takeEntry(this.#requests, entry.data);
  }
}

function wrong(reason: string, cause?: unknown): WirebenchError {
  return new WirebenchError('SERVICE_INVALID', `the HAR cannot be read: ${reason}`, { cause });
}

function explaining<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof WirebenchError)) throw cause;
    const isOther = cause.code === 'RUN_FILE_UNREADABLE';
    throw wrong(isOther ? 'it is not JSON' : cause.message.replace(/^The file/, 'it'), cause);
  }
}

/** @throws WirebenchError SERVICE_INVALID */
export function readHar(text: string): FoundService[] {
  const reader = new HarReader();
  reader.push(Buffer.from(text));
  return reader.end();
}

/** The same for a file that is read piece by piece. */
export async function readHarFile({ chunks }: OpenFile): Promise<FoundService[]> {
  const reader = new HarReader();
  for await (const chunk of chunks) reader.push(chunk);
  return reader.end();
}
