import { WirebenchError } from '../../../contracts/errors.ts';
import { MultipartWriter } from './multipart.ts';
import { none, type Sampler } from './sample.ts';
import type { SchemaReader } from './schema.ts';
import { isMapping, listAt, type Mapping, mappingAt, textAt } from './tree.ts';

/** Why an operation is left out, as the end of a sentence. */
class LeftOut extends Error {}

/** A parameter in one form for all versions of OpenAPI. */
interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly style: string;
  readonly explode: boolean;
  readonly value: unknown;
}

/** A call of an operation, in the form of the experiment file. */
interface CallParts {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Mapping[];
  readonly operation: Mapping;
  /** Defaults of Swagger 2 for all operations. */
  readonly consumes: readonly unknown[];
}

/** Headers that every call has anyway, or that identify the sender. */
const notParameters = ['accept', 'content-type', 'authorization'];
const defaultStyles: Readonly<Record<string, string>> = {
  query: 'form',
  cookie: 'form',
  path: 'simple',
  header: 'simple',
};
/** Swagger 2 calls styles formats. */
const formats: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
};
const separators: Readonly<Record<string, string>> = {
  spaceDelimited: ' ',
  tabDelimited: '\t',
  pipeDelimited: '|',
};

const scalarText = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** A value in the style of a path or a header: comma-separated parts. */
function simple(value: unknown, explode: boolean): string {
  if (Array.isArray(value)) return value.map(scalarText).join(',');
  if (!isMapping(value)) return scalarText(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}${explode ? '=' : ','}${scalarText(one)}`)
    .join(',');
}

function inPath({ name, style, explode, value }: Parameter): string {
  const text = encodeURIComponent(simple(value, explode).toWellFormed()).replaceAll('%2C', ',');
  if (style === 'label') return `.${text}`;
  return style === 'matrix' ? `;${encodeURIComponent(name)}=${text}` : text;
}

type Fields = Record<string, string | readonly string[]>;

/** Adds a parameter to those of a query or a form. */
function addField(fields: Fields, { name, style, explode, value }: Parameter): void {
  if (Array.isArray(value)) {
    const items = value.map(scalarText);
    fields[name] = explode && style === 'form' ? items : items.join(separators[style] ?? ',');
  } else if (!isMapping(value)) fields[name] = scalarText(value);
  else if (style === 'deepObject') {
    for (const [key, one] of Object.entries(value)) addDeep(fields, `${name}[${key}]`, one);
  } else if (explode) {
    for (const [key, one] of Object.entries(value)) fields[key] = scalarText(one);
  } else fields[name] = simple(value, false);
}

function addDeep(fields: Fields, name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) fields[name] = scalarText(value);
  else for (const [key, one] of Object.entries(value)) addDeep(fields, `${name}[${key}]`, one);
}

/** Examples next to a schema: `example`, and the values of `examples`. */
function examplesBeside(reader: SchemaReader, owner: Mapping): unknown[] {
  const named = Object.values(mappingAt(owner, 'examples')).slice(0, 5);
  const values = named.map((one) => {
    const followed = reader.tree.follow(one);
    return isMapping(followed) ? (followed.value ?? followed.dataValue) : undefined;
  });
  return [owner.example, ...values];
}

/** Creates calls of operations. */
export class CallWriter {
  readonly #reader: SchemaReader;
  readonly #sampler: Sampler;
  readonly #multipart: MultipartWriter;

  constructor(reader: SchemaReader, sampler: Sampler) {
    this.#reader = reader;
    this.#sampler = sampler;
    this.#multipart = new MultipartWriter(reader, sampler);
  }

  /** @throws LeftOut, and WirebenchError SERVICE_INVALID for references that lead nowhere. */
  write(parts: CallParts): Record<string, unknown> {
    const sent = parts.parameters.flatMap((one) => this.#parameter(one));
    const of = (place: string) => sent.filter((one) => one.place === place);
    const query: Fields = {};
    for (const one of of('query')) addField(query, one);
    const cookies = of('cookie').map(({ name, value }) => `${name}=${simple(value, false)}`);
    const headers: Record<string, string> = {};
    for (const { name, value, explode } of of('header')) headers[name] = simple(value, explode);
    if (cookies.length > 0) headers.cookie = cookies.join('; ');
    for (const name of Object.keys(headers)) {
      if (/^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !/[^\t -~]/.test(headers[name] ?? '')) continue;
      throw new LeftOut(`its header ${name} cannot be sent`);
    }
    const body = this.#body(parts);
    const { method } = parts;
    return {
      ...(method === 'GET' ? {} : { method }),
      path: this.#path(parts.path, of('path')),
      ...(Object.keys(query).length > 0 ? { query } : {}),
      ...withHeaders({ ...headers, ...body.headers }),
      ...body.call,
    };
  }

  #path(template: string, parameters: readonly Parameter[]): string {
    const path = template.replace(/\{([^{}]+)\}/g, (_all, name: string) => {
      const plain = name.replace(/^[./;?+#]|\*$/g, '');
      const found = parameters.find((one) => one.name === name || one.name === plain);
      if (!found) throw new LeftOut(`nothing is said of {${name}} in its path`);
      return inPath(found);
    });
    const written = path.split('#')[0] ?? '';
    return (written.startsWith('/') ? written : `/${written}`).replace(/\s/g, encodeURIComponent);
  }

  /** @returns none if it is omitted. */
  #parameter(parameter: Mapping): Parameter[] {
    const name = textAt(parameter, 'name');
    const place = textAt(parameter, 'in');
    const isNeeded = parameter.required === true || place === 'path';
    if (!isNeeded || (place === 'header' && notParameters.includes(name.toLowerCase()))) return [];
    if (!['path', 'query', 'header', 'cookie'].includes(place)) return [];
    const format = textAt(parameter, 'collectionFormat');
    const usual = defaultStyles[place] ?? 'form';
    const style = textAt(parameter, 'style') || formats[format] || usual;
    const isOld = parameter.schema === undefined && parameter.type !== undefined;
    const explode = isOld ? format === 'multi' : (parameter.explode ?? style === 'form') === true;
    const [media] = Object.values(mappingAt(parameter, 'content'));
    const owner = isMapping(media) ? media : parameter;
    const schema = owner.schema ?? (isOld ? schemaOfOld(parameter) : true);
    const value = this.#sampler.sample(schema, examplesBeside(this.#reader, owner));
    if (value === none) throw new LeftOut(`no example of its parameter ${name} is known`);
    const written = isMapping(media) ? JSON.stringify(value) : value;
    return [{ name, place, style, explode, value: written }];
  }

  #body({ operation, parameters, method, consumes }: CallParts): BodyParts {
    const form = parameters.filter((one) => textAt(one, 'in') === 'formData');
    const old = parameters.find((one) => textAt(one, 'in') === 'body');
    const types = [...listAt(operation, 'consumes'), ...consumes].filter(
      (one) => typeof one === 'string',
    );
    if (old) {
      const named = types.find(isJson) ?? types[0] ?? 'application/json';
      return this.#written(named, { schema: old.schema }, old.required === true);
    }
    if (form.length > 0) {
      return this.#oldForm(form, types.some(isMultipart) && !types.some(isForm));
    }
    const request = this.#reader.tree.follow(operation.requestBody);
    if (!isMapping(request)) return {};
    const isNeeded = request.required === true;
    if (!isNeeded && ['GET', 'HEAD', 'DELETE'].includes(method)) return {};
    const content = Object.entries(mappingAt(request, 'content'));
    const known = [isJson, isForm, isPlain, isMultipart].flatMap((test) =>
      content.filter(([type]) => test(type)),
    );
    const [type, media] = known[0] ?? content[0] ?? [];
    if (type === undefined) return {};
    return this.#written(type, this.#reader.tree.follow(media), isNeeded);
  }

  #oldForm(form: readonly Mapping[], isParts: boolean): BodyParts {
    const needed = form.filter(({ required }) => required === true);
    if (isParts || needed.some(({ type }) => type === 'file')) {
      const names = form.map((one) => [textAt(one, 'name'), schemaOfOld(one)]);
      const schema = {
        type: 'object',
        properties: Object.fromEntries(names),
        required: needed.map((one) => textAt(one, 'name')),
      };
      return this.#parts({ schema }, needed.length > 0);
    }
    const fields: Fields = {};
    for (const one of needed) {
      for (const part of this.#parameter({ ...one, in: 'query' })) addField(fields, part);
    }
    return Object.keys(fields).length === 0 ? {} : { call: { form: fields } };
  }

  #parts(media: Mapping, isNeeded: boolean): BodyParts {
    const parts = this.#multipart.write(media, examplesBeside(this.#reader, media));
    if (parts !== none) return { call: { multipart: parts } };
    if (!isNeeded) return {};
    throw new LeftOut('no example of its form is known');
  }

  #written(type: string, media: unknown, isNeeded: boolean): BodyParts {
    const owner = isMapping(media) ? media : {};
    if (isMultipart(type)) return this.#parts(owner, isNeeded);
    if (!isJson(type) && !isForm(type) && !isPlain(type)) {
      if (!isNeeded) return {};
      // An unknown form that is not a text may be arbitrary octets.
      if (/xml|html|multipart|[*]/i.test(type)) throw new LeftOut(`its body is ${type}`);
      return bodyOf(type, 'text');
    }
    const value = this.#sampler.sample(owner.schema ?? true, examplesBeside(this.#reader, owner));
    if (value === none) {
      if (!isNeeded) return {};
      throw new LeftOut('no example of its body is known');
    }
    if (isForm(type)) return { call: { form: formOf(value, mappingAt(owner, 'encoding')) } };
    if (isPlain(type)) return bodyOf(type, scalarText(value));
    const isDefault = type.split(';')[0]?.trim().toLowerCase() === 'application/json';
    // A text would be sent unchanged, not as JSON.
    if (typeof value === 'string') return bodyOf(type, JSON.stringify(value));
    const named = type.includes('*') ? 'application/json' : type;
    return { call: { body: value }, ...(isDefault ? {} : { headers: { 'content-type': named } }) };
  }
}

interface BodyParts {
  readonly call?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

function bodyOf(type: string, body: string): BodyParts {
  const named = type.includes('*') ? 'text/plain' : type;
  return {
    call: { body },
    ...(named === 'text/plain' ? {} : { headers: { 'content-type': named } }),
  };
}

function withHeaders(headers: Readonly<Record<string, string>>) {
  return Object.keys(headers).length === 0 ? {} : { headers };
}

const isJson = (type: unknown) =>
  typeof type === 'string' &&
  /^(?:[\w.-]+\/(?:[\w.-]+\+)?json\b|\*\/\*|application\/\*)/i.test(type);
const isMultipart = (type: string) => /^multipart\/form-data\b/i.test(type);
const isForm = (type: string) => /^application\/x-www-form-urlencoded/i.test(type);
const isPlain = (type: string) => /^text\/(?!xml|html|\*)/i.test(type);

function formOf(value: unknown, encoding: Mapping): Fields {
  const fields: Fields = {};
  for (const [name, one] of Object.entries(isMapping(value) ? value : {})) {
    const style = textAt(encoding[name], 'style') || 'form';
    const isDeep =
      style === 'deepObject' || (isMapping(one) && textAt(encoding[name], 'style') === '');
    if (isDeep && typeof one === 'object') addDeep(fields, name, one);
    else addField(fields, { name, place: 'query', style, explode: true, value: one });
  }
  return fields;
}

/** The schema of a Swagger 2 parameter, which is the parameter itself. */
function schemaOfOld(parameter: Mapping): Mapping {
  const { name: _name, in: _in, required: _required, ...schema } = parameter;
  return schema;
}

/** The message of an error about an operation; null when it concerns the whole description. */
export function reasonOf(error: unknown): string | null {
  if (error instanceof LeftOut) return error.message;
  const isLost = error instanceof WirebenchError && error.hint === undefined;
  return isLost ? error.message : null;
}
