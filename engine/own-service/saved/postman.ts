import { z } from 'zod';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import type { FormPart } from '../../../contracts/experiment/bodies.ts';
import { baseName } from '../bodies.ts';
import { asItStands, type FoundService } from '../found.ts';
import { tooMuchJson } from '../json-bounds.ts';
import { bounded, sampleFile, savedFile, savedPart } from './form-parts.ts';
import { SavedRequests } from './requests.ts';
import { Variables } from './variables.ts';

/** Maximum number of folders and requests that are read. */
const maxItems = 50_000;

const valueSchema = z
  .union([z.string(), z.number(), z.boolean()])
  .transform(String)
  .optional()
  .catch(undefined);
const fieldSchema = z.object({
  key: z.string().nullish(),
  value: valueSchema,
  disabled: z.boolean().nullish(),
});
const fieldsSchema = z.array(fieldSchema).nullish().catch(undefined);
const proseSchema = z
  .union([z.string(), z.object({ content: z.string() }).transform(({ content }) => content)])
  .optional()
  .catch(undefined);
const authSchema = z.object({ type: z.string() }).optional().catch(undefined);

const urlSchema = z.union([
  z.string(),
  z
    .object({
      raw: z.string().optional(),
      protocol: z.string().nullish(),
      host: z.union([z.string(), z.array(z.string())]).nullish(),
      port: z.string().nullish(),
      path: z.union([z.string(), z.array(z.string())]).nullish(),
      query: fieldsSchema,
      variable: fieldsSchema,
    })
    .catch({}),
]);
const partSchema = fieldSchema.extend({
  type: z.string().nullish(),
  contentType: z.string().nullish(),
  src: z.union([z.string(), z.array(z.string())]).nullish(),
});
const bodySchema = z
  .object({
    mode: z.string().nullish(),
    raw: z.string().nullish(),
    urlencoded: fieldsSchema,
    formdata: z.array(partSchema).nullish().catch(undefined),
    file: z.object({ src: z.string().nullish() }).nullish().catch(undefined),
    graphql: z
      .object({ query: z.string().nullish(), variables: z.unknown().optional() })
      .nullish()
      .catch(undefined),
    options: z
      .object({ raw: z.object({ language: z.string() }) })
      .optional()
      .catch(undefined),
    disabled: z.boolean().nullish(),
  })
  .nullish();
const requestSchema = z.union([
  z.string().transform((url) => ({ method: 'GET', url })),
  z.object({
    method: z.string().default('GET'),
    url: urlSchema,
    header: z.union([fieldsSchema, z.string()]).optional(),
    body: bodySchema,
    description: proseSchema,
    auth: authSchema,
  }),
]);
type Request = Exclude<z.infer<typeof requestSchema>, undefined> & {
  readonly header?: z.infer<typeof fieldsSchema> | string;
  readonly body?: z.infer<typeof bodySchema>;
  readonly description?: string | undefined;
  readonly auth?: z.infer<typeof authSchema>;
};

const itemSchema = z.object({
  name: z.string().default(''),
  item: z.array(z.unknown()).optional(),
  request: z.unknown().optional(),
  description: proseSchema,
  auth: authSchema,
  event: z.array(z.unknown()).optional().catch(undefined),
});
const collectionSchema = itemSchema.extend({
  info: z.object({ name: z.string().default(''), schema: z.string().default('') }),
  item: z.array(z.unknown()),
  variable: fieldsSchema,
});

/** A request with the folder that it is in. */
interface Found {
  readonly name: string;
  readonly folder: string;
  readonly request: Request;
}

const contentTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
};

type Fields = z.infer<typeof fieldsSchema>;

/** Enabled entries. */
function enabled(fields: Fields): [key: string, value: string][] {
  return (fields ?? []).flatMap(({ key, value = '', disabled }) =>
    key && !disabled ? [[key, value]] : [],
  );
}

const joined = (parts: string | readonly string[] | null | undefined, sign: string) =>
  typeof parts === 'string' ? parts : (parts ?? []).join(sign);

/** An address as shown by Postman, with its variables. */
function rawUrl(url: z.infer<typeof urlSchema>): string {
  if (typeof url === 'string') return url;
  if (url.raw) return url.raw;
  const query = enabled(url.query).map(([key, value]) => `${key}=${value}`);
  const path = joined(url.path, '/').replace(/^\/?/, '/');
  const port = url.port ? `:${url.port}` : '';
  const scheme = url.protocol ? `${url.protocol}://` : '';
  return `${scheme}${joined(url.host, '.')}${port}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Reads a collection into requests. */
class CollectionReader {
  readonly #requests = new SavedRequests();
  readonly #variables: Variables;
  readonly #auth = new Set<string>();
  #scripts = 0;

  constructor(variables: Fields) {
    this.#variables = new Variables(enabled(variables));
  }

  read(items: readonly unknown[]): FoundService[] {
    const found = this.#items(items);
    const names = new Map<string, number>();
    for (const { name } of found) names.set(name, (names.get(name) ?? 0) + 1);
    for (const one of found) {
      if (this.#requests.isFull) break;
      const isOnly = names.get(one.name) === 1 || one.folder === '';
      const name = (isOnly ? one.name : `${one.folder} ${one.name}`).slice(0, 200);
      try {
        this.#take(name, one.request);
      } catch (error) {
        this.#requests.leave(name, messageOf(error));
      }
    }
    this.#remark();
    return this.#requests.found();
  }

  note({ auth, event }: Pick<z.infer<typeof itemSchema>, 'auth' | 'event'>): void {
    if (auth && auth.type !== 'noauth') this.#auth.add(auth.type.slice(0, 30));
    if (event) this.#scripts += event.length;
  }

  #items(items: readonly unknown[]): Found[] {
    const found: Found[] = [];
    const waiting = items.map((item) => ({ item, folder: '' })).reverse();
    for (let looked = 0; looked < maxItems; looked++) {
      const next = waiting.pop();
      if (!next) return found;
      const read = itemSchema.safeParse(next.item);
      if (!read.success) {
        this.#requests.remark('Left out an entry that is neither a folder nor a request.');
        continue;
      }
      const { name, item, request } = read.data;
      this.note(read.data);
      for (const inner of [...(item ?? [])].reverse()) waiting.push({ item: inner, folder: name });
      if (request === undefined) continue;
      const parsed = requestSchema.safeParse(request);
      if (parsed.success)
        found.push({ name: name || 'request', folder: next.folder, request: parsed.data });
      else this.#requests.leave(name, 'it cannot be read');
    }
    this.#requests.remark(`Only the first ${maxItems} folders and requests are read.`);
    return found;
  }

  #take(name: string, request: Request): void {
    if (request.auth) this.note({ auth: request.auth });
    const { body, type } = this.#body(request.body);
    const own = this.#headers(request.header);
    const isTyped = own.some(([header]) => /^content-type$/i.test(header));
    this.#requests.take({
      name,
      doc: request.description ?? '',
      method: request.method.toUpperCase(),
      url: this.#url(request.url),
      headers: [...own, ...(isTyped || type === null ? [] : [['content-type', type] as const])],
      body,
    });
  }

  #headers(header: Request['header']): [string, string][] {
    const written =
      typeof header === 'string'
        ? header.split(/\r?\n/).flatMap((line): [string, string][] => {
            const colon = line.indexOf(':');
            return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1)]];
          })
        : enabled(header);
    return written.map(([name, value]) => [name, this.#variables.fill(value)]);
  }

  /** @returns an address, or only its path where the host is unknown. */
  #url(url: Request['url']): string {
    const of = typeof url === 'string' ? [] : enabled(url.variable);
    const own = new Map(of);
    const raw = rawUrl(url).replace(/(?<=\/):([\w-]+)/g, (all, name: string) => {
      const value = own.get(name);
      return value === undefined
        ? all
        : value === ''
          ? '1'
          : encodeURIComponent(value.toWellFormed()).replace(/%7B%7B(.*?)%7D%7D/g, '{{$1}}');
    });
    const [start = '', base = ''] = /^(?:https?:\/\/)?\{\{([^{}]+)\}\}(?::\d+)?/.exec(raw) ?? [];
    if (start === '' || this.#variables.has(base)) return this.#variables.fill(raw);
    const rest = this.#variables.fill(raw.slice(start.length));
    return rest.startsWith('/') ? rest : `/${rest}`;
  }

  #body(body: Request['body']): {
    body: string | Record<string, string[]> | FormPart[] | null;
    type: string | null;
  } {
    const { mode, raw, urlencoded, graphql, options, disabled } = body ?? {};
    if (disabled || !mode || mode === 'none') return { body: null, type: null };
    if (mode === 'raw') {
      if (!raw) return { body: null, type: null };
      const type = contentTypes[options?.raw.language ?? ''] ?? null;
      return { body: this.#variables.fill(raw), type };
    }
    if (mode === 'urlencoded') {
      const fields = new Map<string, string[]>();
      for (const [key, value] of enabled(urlencoded)) {
        const name = this.#variables.fill(key);
        fields.set(name, [...(fields.get(name) ?? []), this.#variables.fill(value)]);
      }
      return { body: fields.size === 0 ? null : Object.fromEntries(fields), type: null };
    }
    if (mode === 'graphql') {
      const { query, variables } = graphql ?? {};
      const given = typeof variables === 'string' ? this.#variables.fill(variables) : variables;
      return {
        body: JSON.stringify({
          query: this.#variables.fill(query ?? ''),
          variables: typeof given === 'string' && given.trim() !== '' ? JSON.parse(given) : {},
        }),
        type: 'application/json',
      };
    }
    if (mode === 'formdata') {
      const parts = (body?.formdata ?? []).flatMap((part) => this.#parts(part));
      return { body: parts.length === 0 ? null : bounded(parts), type: null };
    }
    throw new RangeError('it sends a file');
  }

  /** The parts of a form field: one for each of its files. */
  #parts({ key, value = '', disabled, type, contentType, src }: z.infer<typeof partSchema>) {
    if (!key || disabled) return [];
    const name = this.#variables.fill(key);
    const announced = contentType ?? undefined;
    const files = [src ?? []].flat();
    if (type === 'file' && files.length > 0) {
      return files.map((file) => savedFile(name, asItStands(baseName(file)), announced));
    }
    if (type === 'file') return [sampleFile(name)];
    return [savedPart({ name, value: this.#variables.fill(value), type: announced })];
  }

  #remark(): void {
    if (this.#auth.size > 0) {
      this.#requests.remark(
        `The service may want to know who asks (${[...this.#auth].slice(0, 5).join(', ')}): add headers to it, such as {authorization: "Bearer \${TOKEN}"}.`,
      );
    }
    const { missing } = this.#variables;
    if (missing.length > 0) {
      this.#requests.remark(
        `Variables without a value in the collection, 1 is sent in their place: ${missing.slice(0, 20).join(', ')}.`,
      );
    }
    if (this.#scripts > 0) this.#requests.remark('Scripts of the collection are not run.');
  }
}

/**
 * Reads a Postman collection (2.0 and 2.1): its requests in all folders, with the collection's variables.
 * @throws WirebenchError SERVICE_INVALID
 */
export function readPostman(text: string): FoundService[] {
  const wrong = (reason: string, cause?: unknown) =>
    new WirebenchError('SERVICE_INVALID', `the collection cannot be read: ${reason}`, { cause });
  const tooMuch = tooMuchJson(text);
  if (tooMuch !== null) throw wrong(`it has ${tooMuch}`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw wrong('it is not JSON', cause);
  }
  const parsed = collectionSchema.safeParse(value);
  if (!parsed.success) {
    throw wrong(
      'expected a collection of Postman with info and item; export it as version 2.1',
      parsed.error,
    );
  }
  const { item, variable } = parsed.data;
  const reader = new CollectionReader(variable);
  reader.note(parsed.data);
  return reader.read(item);
}
