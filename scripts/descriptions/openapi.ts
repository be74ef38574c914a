import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { parse } from 'yaml';
import { messageOf } from '../../contracts/errors.ts';
import {
  isMapping,
  listAt,
  type Mapping,
  mappingAt,
  textAt,
} from '../../engine/own-service/openapi/tree.ts';
import {
  accepted,
  type Description,
  type DescriptionKind,
  refused,
  unseen,
  type Verdict,
} from './kinds.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'query'];

const asPart = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

function read(text: string): Mapping {
  const plain = text.replace(/^\uFEFF/, '');
  const tree: unknown = plain.trimStart().startsWith('{')
    ? JSON.parse(plain)
    : parse(plain, { uniqueKeys: false, logLevel: 'error' });
  return isMapping(tree) ? tree : {};
}

/** The files of a description, by address; the first is the description itself. */
type Files = ReadonlyMap<string, Mapping>;

const loaded = new WeakMap<Description, Files>();

/** Reads a description with all files that it refers to. */
function filesOf(description: Description): Files {
  const known = loaded.get(description);
  if (known) return known;
  const files = new Map([[pathToFileURL(description.file).href, read(description.text)]]);
  for (const [address, tree] of files) {
    for (const file of referred(tree)) {
      const other = URL.canParse(file, address) ? new URL(file, address) : null;
      if (other?.protocol !== 'file:' || files.has(other.href) || !existsSync(other)) continue;
      files.set(other.href, read(readFileSync(other, 'utf8')));
    }
  }
  loaded.set(description, files);
  return files;
}

/** The other files that a file refers to. */
function referred(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const [file = ''] = textAt(value, '$ref').split('#');
  return [...(file === '' ? [] : [file]), ...Object.values(value).flatMap(referred)];
}

/** An operation, with the pointers to it and to its path. */
interface Place {
  readonly name: string;
  readonly path: string;
  readonly item: string;
  readonly at: string;
}

function operationsIn(files: Files): Place[] {
  const [[address, tree] = ['', {}]] = files;
  return Object.keys(mappingAt(tree, 'paths')).flatMap((path) => {
    if (path.startsWith('x-')) return [];
    const item = followed(files, `${address}#/paths/${asPart(path)}`);
    return methods.flatMap((method) => {
      const { value, at } = followed(files, `${item.at}/${method}`);
      if (!isMapping(value)) return [];
      const name = textAt(value, 'operationId') || `${method.toUpperCase()} ${path}`;
      return [{ name, path, item: item.at, at }];
    });
  });
}

/** Keywords whose values map names to schemas or other things; names may equal keywords. */
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'schemas', 'paths'];
/** Keywords that do not concern validity, or that Ajv would misinterpret. */
const others = ['example', 'examples', 'id', '$id', 'discriminator', 'nullable'];
const bounds = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** A description whose schemas mean in JSON Schema 2020-12 what OpenAPI means for a request. */
function soften(value: unknown, isOld: boolean, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => soften(one, isOld));
  if (!isMapping(value)) return value;
  if (isOld && !areNames && typeof value.$ref === 'string') return { $ref: value.$ref };
  const made: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    if (!areNames && others.includes(key)) continue;
    const isValue = !areNames && ['enum', 'const', 'default'].includes(key);
    made[key] = isValue ? one : soften(one, isOld, !areNames && named.includes(key));
  }
  if (areNames) return made;
  // Parameters of Swagger 2 are themselves schemas.
  if (typeof made.required === 'boolean') delete made.required;
  if (Array.isArray(made.required)) {
    // A request need not have what only an answer has.
    const properties = mappingAt(made, 'properties');
    made.required = made.required.filter(
      (name) => mappingAt(properties, String(name)).readOnly !== true,
    );
  }
  return isOld ? renewed(made, value.nullable === true) : made;
}

/** A schema from before OpenAPI 3.1 in current terms. */
function renewed(made: Record<string, unknown>, isNullable: boolean): unknown {
  for (const [bound, limit] of bounds) {
    if (typeof made[bound] !== 'boolean') continue;
    if (made[bound]) {
      made[bound] = made[limit];
      delete made[limit];
    } else delete made[bound];
  }
  if (isNullable && typeof made.type === 'string') {
    made.type = [made.type, 'null'];
    if (Array.isArray(made.enum)) made.enum = [...made.enum, null];
  }
  return made;
}

const whole = (href: string) => (href.includes('#') ? href : `${href}#`);

/** The value at a pointer, with the pointer to the target of a reference there. */
function followed(files: Files, at: string, hops = 0): { value: unknown; at: string } {
  const [address = '', pointer = ''] = at.split('#');
  const keys = pointer
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  let value: unknown = files.get(address);
  for (const key of keys) value = (value as Mapping | undefined)?.[key];
  const reference = textAt(value, '$ref');
  if (reference === '' || hops > 50 || !URL.canParse(reference, address)) return { value, at };
  const { href } = new URL(reference, address);
  return followed(files, whole(href), hops + 1);
}

/** The same with references to their final targets: Ajv does not follow chains across files. */
function direct(files: Files, address: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => direct(files, address, one));
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).map(([key, one]) =>
    key === '$ref' && typeof one === 'string' && URL.canParse(one, address)
      ? [key, followed(files, whole(new URL(one, address).href)).at]
      : [key, direct(files, address, one)],
  );
  return Object.fromEntries(entries);
}

/** The parameters of an operation, and those of its path that it does not replace, with their pointers. */
function parametersOf(files: Files, { item, at }: Place): { value: Mapping; at: string }[] {
  const all = [item, at].flatMap((owner) =>
    listAt(followed(files, owner).value, 'parameters').map((_one, index) =>
      followed(files, `${owner}/parameters/${index}`),
    ),
  );
  const known = all.flatMap((one) => (isMapping(one.value) ? [{ ...one, value: one.value }] : []));
  const keyOf = ({ value }: { value: Mapping }) => `${value.in} ${value.name}`;
  return [...new Map(known.map((one) => [keyOf(one), one])).values()];
}

/** A value of a request, and the pointer to its schema. */
interface Held {
  readonly what: string;
  readonly value: unknown;
  readonly schema: string;
  /** Whether it is sent as text, whatever its type. */
  readonly isText: boolean;
}

type Call = Readonly<Record<string, unknown>>;

/** The value of a parameter in a request; undefined if absent. */
function sentAs(call: Call, { path: all }: Place, { name, in: place }: Mapping): unknown {
  if (place === 'query') return mappingAt(call, 'query')[String(name)];
  if (place === 'header') return mappingAt(call, 'headers')[String(name)];
  if (place !== 'path') return undefined;
  const [path = ''] = all.split('#');
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, one]) => one);
  const parts = path.split(/\{[^{}]+\}/).map((part) => part.replace(/[^\w/]/g, '\\$&'));
  const values = new RegExp(`${parts.join('([^/?#]+)')}$`).exec(textAt(call, 'path'));
  const value = values?.[names.indexOf(String(name)) + 1];
  return value === undefined ? undefined : decodeURIComponent(value);
}

const isPlain = (schema: Mapping) => !['array', 'object'].includes(String(schema.type));

/** The values of a request that have a schema. @throws Error for a missing required one. */
function heldIn(files: Files, place: Place, call: Call): Held[] {
  const held: Held[] = [];
  for (const { value: parameter, at } of parametersOf(files, place)) {
    const { name, in: where, required } = parameter;
    if (required !== true || !['path', 'query', 'header'].includes(String(where))) continue;
    // The same for all requests, or added by the user.
    if (/^(accept|content-type|authorization)$/i.test(String(name))) continue;
    const schema = parameter.schema === undefined ? at : `${at}/schema`;
    const { value: flat } = followed(files, schema);
    if (!isMapping(flat) || !isPlain(flat) || parameter.content !== undefined) continue;
    const value = sentAs(call, place, parameter);
    if (value === undefined) throw new Error(`its parameter ${name} is missing`);
    held.push({ what: `parameter ${name}`, value, schema, isText: true });
  }
  const body = bodyOf(files, place, call);
  return body ? [...held, body] : held;
}

/** The body of a request; null without one. @throws Error if it is required and missing. */
function bodyOf(files: Files, place: Place, call: Call): Held | null {
  const old = parametersOf(files, place).find(({ value }) => value.in === 'body');
  const body = followed(files, `${place.at}/requestBody`);
  const isNeeded = (old?.value ?? mappingAt({ body: body.value }, 'body')).required === true;
  if (call.body === undefined && call.form === undefined && call.multipart === undefined) {
    if (isNeeded) throw new Error('its body is missing');
    return null;
  }
  const usual = call.form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const sent = (textAt(call.headers, 'content-type') || usual).toLowerCase();
  const isJson = sent.includes('json');
  const form = call.form === undefined ? null : mappingAt(call, 'form');
  const isFlat = form !== null && !/\[/.test(Object.keys(form).join());
  if (call.multipart !== undefined || (!isJson && !isFlat)) return null;
  const content = Object.keys(mappingAt(body.value, 'content'));
  const type =
    content.find((one) => one.toLowerCase().startsWith(sent)) ??
    content.find((one) => /json|[*]/i.test(one));
  const schema = old ? `${old.at}/schema` : type && `${body.at}/content/${asPart(type)}/schema`;
  if (schema === undefined || followed(files, schema).value === undefined) return null;
  const value: unknown = typeof call.body === 'string' ? JSON.parse(call.body) : call.body;
  return { what: 'body', value: form ?? value, schema, isText: form !== null };
}

/** OpenAPI, whose parameters and bodies are validated against their schemas by Ajv. */
export const openapiKind: DescriptionKind = {
  name: 'openapi',
  title: 'OpenAPI',
  validator: 'Ajv',
  isOne: (file, text) =>
    /\.(json|ya?ml)$/i.test(file) &&
    /(^|[{,])\s*(["']?)(openapi|swagger)\2\s*:\s*["']?[23]/m.test(text),
  declared: async (description) => operationsIn(filesOf(description)).length,
  judge: async (description, { operations }) => {
    const files = filesOf(description);
    const [tree = {}] = files.values();
    const version = String(tree.openapi ?? tree.swagger ?? '');
    const soft = [...files].map(
      ([address, one]) =>
        [
          soften(direct(files, address, one), !/^3\.[1-9]/.test(version)) as Mapping,
          address,
        ] as const,
    );
    const [asIs, asText] = [false, 'array' as const].map((coerceTypes) => {
      const ajv = new Ajv2020({
        strict: false,
        logger: false,
        validateSchema: false,
        coerceTypes,
      });
      ajvFormats.default(ajv);
      for (const [one, address] of soft) ajv.addSchema(one, address);
      return ajv;
    });
    const places = new Map(operationsIn(files).map((one) => [one.name, one]));
    return operations.map(({ name, call }): Verdict => {
      const place = places.get(name);
      if (!place) return refused(name, 'it is not declared');
      let held: Held[];
      try {
        held = heldIn(files, place, call);
      } catch (error) {
        return refused(name, messageOf(error));
      }
      if (hasBody(call) && !held.some(({ what }) => what === 'body')) {
        return unseen(name, 'its body is neither JSON nor a form without parts');
      }
      for (const { what, value, schema, isText } of held) {
        try {
          const properties = { [what]: { $ref: schema } };
          const test = (isText ? asText : asIs)?.compile({ type: 'object', properties });
          if (!test?.({ [what]: value })) {
            return refused(name, `${what}: ${asIs?.errorsText(test?.errors)}`);
          }
        } catch (error) {
          return unseen(name, `Ajv cannot read the schema: ${messageOf(error)}`);
        }
      }
      return accepted(name);
    });
  },
};

const hasBody = ({ body, form, multipart }: Call) => (body ?? form ?? multipart) !== undefined;
