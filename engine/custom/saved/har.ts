import { z } from 'zod';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { asItStands, type FoundService } from '../found.ts';
import { bounded, partsIn, savedPart } from './form-parts.ts';
import { SavedRequests } from './requests.ts';

/** Most entries that are looked at. */
const mostEntries = 100_000;

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

/** What a browser asks for by itself to show a page. */
const assetType = /^(?:image|font|audio|video)\/|css|javascript|font|wasm/i;
const assetKinds = /^(?:image|font|media|stylesheet|script|manifest|preflight|ping|websocket)$/;

/** Headers by which a browser speaks for itself, or asks for less than everything. */
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

/**
 * Reads the requests that a browser or proxy has recorded (HTTP Archive 1.2), but for those by which a page gets
 * its pictures and scripts, and those that failed.
 * @throws WirebenchError SERVICE_INVALID
 */
export function readHar(text: string): FoundService[] {
  const entries = readArchive(text);
  const requests = new SavedRequests();
  let assets = 0;
  let unread = 0;
  for (const one of entries.slice(0, mostEntries)) {
    if (requests.isFull) break;
    const entry = entrySchema.safeParse(one);
    if (!entry.success || !/^https?:/i.test(entry.data.request.url)) unread++;
    else if (isAsset(entry.data)) assets++;
    else takeEntry(requests, entry.data);
  }
  if (assets > 0)
    requests.remark(`Left out: ${assets} requests for pictures, scripts and the like.`);
  if (unread > 0) requests.remark(`Left out: ${unread} entries that are no requests over HTTP.`);
  if (entries.length > mostEntries)
    requests.remark(`Only the first ${mostEntries} entries are read.`);
  return requests.found();
}

function readArchive(text: string): readonly unknown[] {
  const wrong = (reason: string, cause?: unknown) =>
    new WirebenchError('SERVICE_INVALID', `the HAR cannot be read: ${reason}`, { cause });
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw wrong('it is not JSON', cause);
  }
  const archive = archiveSchema.safeParse(value);
  if (!archive.success) throw wrong('expected a list log.entries', archive.error);
  return archive.data.log.entries;
}
