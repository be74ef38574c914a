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
} from '../../engine/custom/openapi/tree.ts';
import { accepted, type DescriptionKind, refused, unseen, type Verdict } from './kinds.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'query'];

const asPart = (key: string) =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

function read(text: string): Mapping {
  const plain = text.replace(/^\uFEFF/, '');
  const tree: unknown = plain.trimStart().startsWith('{')
    ? JSON.parse(plain)
    : parse(plain, { uniqueKeys: false, logLevel: 'error' });
  return isMapping(tree) ? tree : {};
}

/** An operation, and where it stands as a pointer of JSON. */
interface Place {
  readonly name: string;
  readonly operation: Mapping;
  readonly at: string;
}

function operationsIn(tree: Mapping): Place[] {
  return Object.entries(mappingAt(tree, 'paths')).flatMap(([path, item]) =>
    path.startsWith('x-')
      ? []
      : methods.flatMap((method) => {
          const operation = mappingAt(item, method);
          if (!isMapping(isMapping(item) ? item[method] : undefined)) return [];
          const name = textAt(operation, 'operationId') || `${method.toUpperCase()} ${path}`;
          return [{ name, operation, at: `#/paths/${asPart(path)}/${method}` }];
        }),
  );
}

/** What holds schemas or other things by names, which may be those of keywords. */
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'schemas', 'paths'];
/** Keywords about something else than what is valid, or that Ajv would take for something else. */
const others = ['example', 'examples', 'id', '$id', 'discriminator', 'nullable'];
const bounds = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** A description whose schemas mean in JSON Schema of 2020 what they mean in OpenAPI for a request. */
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
  if (Array.isArray(made.required)) {
    // What only an answer has is not asked of a request.
    const properties = mappingAt(made, 'properties');
    made.required = made.required.filter(
      (name) => mappingAt(properties, String(name)).readOnly !== true,
    );
  }
  return isOld ? renewed(made, value.nullable === true) : made;
}

/** A schema of before OpenAPI 3.1 in the words of today. */
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

/** What stands at a pointer, with the pointer to where a reference there leads. */
function followed(tree: Mapping, at: string): { value: unknown; at: string } {
  const keys = at
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  let value: unknown = tree;
  for (const key of keys) value = (value as Mapping | undefined)?.[key];
  const reference = textAt(value, '$ref');
  return reference.startsWith('#/') ? followed(tree, reference) : { value, at };
}

/** Where the schema of an operation's body stands, by the media type that is sent; null for none. */
function schemaOf(tree: Mapping, { operation, at }: Place, sent: string): string | null {
  const old = listAt(operation, 'parameters').flatMap((_one, index) => {
    const found = followed(tree, `${at}/parameters/${index}`);
    return textAt(found.value, 'in') === 'body' ? [`${found.at}/schema`] : [];
  });
  if (old[0] !== undefined) return old[0];
  const body = followed(tree, `${at}/requestBody`);
  const content = Object.keys(mappingAt(body.value, 'content'));
  const type = content.find((one) => one.toLowerCase() === sent) ?? content.find((one) => /json|[*]/i.test(one));
  return type === undefined ? null : `${body.at}/content/${asPart(type)}/schema`;
}

/** OpenAPI, whose bodies in JSON are held to their schemas by Ajv. */
export const openapiKind: DescriptionKind = {
  name: 'openapi',
  title: 'OpenAPI',
  validator: 'Ajv',
  isOne: (file, text) =>
    /\.(json|ya?ml)$/i.test(file) &&
    /(^|[{,])\s*(["']?)(openapi|swagger)\2\s*:\s*["']?[23]/m.test(text),
  declared: async ({ text }) => operationsIn(read(text)).length,
  judge: async ({ text }, { operations }) => {
    const tree = read(text);
    const version = String(tree.openapi ?? tree.swagger ?? '');
    const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
    ajvFormats.default(ajv);
    ajv.addSchema(soften(tree, !/^3\.[1-9]/.test(version)) as Mapping, 'all');
    const places = new Map(operationsIn(tree).map((one) => [one.name, one]));
    return operations.map(({ name, call }): Verdict => {
      if (call.body === undefined) return unseen(name, 'it has no body in JSON');
      const type = textAt(call.headers, 'content-type') || 'application/json';
      if (!/json/i.test(type)) return unseen(name, 'it has no body in JSON');
      const place = places.get(name);
      const schema = place ? schemaOf(tree, place, type.toLowerCase()) : null;
      if (schema === null) return unseen(name, 'its body has no schema');
      if (followed(tree, schema).value === undefined) return unseen(name, 'its body has no schema');
      const value: unknown = typeof call.body === 'string' ? JSON.parse(call.body) : call.body;
      try {
        const test = ajv.compile({ $ref: `all${schema}` });
        return test(value) ? accepted(name) : refused(name, ajv.errorsText(test.errors));
      } catch (error) {
        return unseen(name, `Ajv cannot read its schema: ${messageOf(error)}`);
      }
    });
  },
};
