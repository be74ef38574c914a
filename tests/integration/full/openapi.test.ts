import http from 'node:http';
import { text } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceSetupSchema } from '../../../contracts/service-messages.ts';
import { type WorkloadName, workloadNames } from '../../../contracts/words.ts';
import { startRest, startRestProtobuf } from '../../../services/rest/rest.ts';
import { openWorkload } from '../../../services/workloads/registry.ts';
import { healthPath } from '../../../workloads/product/product.ts';
import { workloadOf } from '../../../workloads/registry.ts';
import { samplerOptions } from '../../support/sampler.ts';

/** Services do what their OpenAPI documents promise for any request that those allow. */

type Schema = Readonly<Record<string, unknown>>;
interface Answered {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
  readonly responses: Readonly<Record<string, Answered>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** One request with exactly these headers; `fetch` does not send some methods. */
function ask(
  port: number,
  method: string,
  path: string,
  content?: { readonly type: string; readonly body: string | Uint8Array },
): Promise<Answer> {
  const headers = content ? { 'content-type': content.type } : {};
  return new Promise((resolve, reject) => {
    const request = http.request({ port, method, path, headers, agent: false }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      text(response).then((body) => resolve({ status, headers: answered, body }), reject);
    });
    request.on('error', reject).end(content?.body);
  });
}

const smallData: Partial<Record<WorkloadName, object>> = {
  store: { bcryptCost: 4, users: 20 },
  inventory: { sizes: { s: 646, m: 5000, l: 10_000 } },
};

async function started(name: WorkloadName, start: typeof startRest) {
  const setup = serviceSetupSchema.parse({ data: smallData[name] });
  const { handlers, stop } = await openWorkload(name, setup);
  const workload = workloadOf(name).description;
  const service = await start(samplerOptions({ workload, handlers }).options);
  onTestFinished(async () => {
    await service.stop();
    await stop();
  });
  const { body } = await ask(service.port, 'GET', '/openapi.json');
  return { port: service.port, document: JSON.parse(body) as Document };
}

/** Values that match a schema. */
function valuesOf(schema: Schema, { components }: Document): fc.Arbitrary<unknown> {
  const { $ref, anyOf, enum: values, pattern, type, items, properties, ...rest } = schema;
  const of = (inner: unknown) => valuesOf(inner as Schema, { components } as Document);
  if ($ref) return of(components.schemas[String($ref).replace('#/components/schemas/', '')]);
  if (anyOf) {
    return fc.oneof(...(anyOf as Schema[]).map((one) => of({ type, ...rest, ...one })));
  }
  if (values) return fc.constantFrom(...(values as unknown[]));
  if (pattern) return fc.stringMatching(new RegExp(String(pattern)), { size: 'small' });
  const {
    minimum: min,
    maximum: max,
    minLength,
    maxLength,
    required = [],
  } = rest as {
    readonly [limit: string]: number;
  } & { readonly required?: readonly string[] };
  switch (type) {
    case 'string':
      return fc.string({
        unit: fc.constantFrom(...'abc /?%&=.äß漢😀"\\'),
        minLength: minLength ?? 0,
        maxLength: Math.min(maxLength ?? 20, 20),
      });
    case 'integer':
      // Extremes are tested separately; results of that size take time.
      return fc.oneof(
        fc.constantFrom(min ?? 0, Math.min(max ?? 0, 100_000)),
        fc.integer({ min: min ?? 0, max: Math.min(max ?? 0, 100_000) }),
      );
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(of(items), { maxLength: 4 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(Object(properties)).map(([key, one]) => [key, of(one)])),
        { requiredKeys: required as never[], noNullPrototype: true },
      );
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`);
  }
}

interface Asked {
  readonly path: string;
  readonly content?: { readonly type: string; readonly body: string | Uint8Array };
}

/** Requests that a document allows. */
function requestsOf(path: string, operation: Operation, document: Document): fc.Arbitrary<Asked> {
  const { parameters = [], requestBody } = operation;
  const values = parameters.map(({ in: place, required, schema }) => {
    const value = valuesOf(schema, document).map(String);
    // In a path an empty text, or one of dots alone, would be another path.
    if (place === 'path') return value.filter((one) => !/^\.*$/.test(one));
    return required ? value : fc.option(value);
  });
  const [type = '', { schema = undefined } = {}] =
    Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body: fc.Arbitrary<Asked['content']> = !requestBody
    ? fc.constant(undefined)
    : schema
      ? valuesOf(schema, document).map((value) => ({ type, body: JSON.stringify(value) }))
      : fc.uint8Array({ minLength: 1, maxLength: 50 }).map((bytes) => ({ type, body: bytes }));
  return fc.tuple(fc.tuple(...values), body).map(([given, content]) => {
    const query = new URLSearchParams();
    let target = path;
    parameters.forEach(({ name, in: place }, index) => {
      const value = given[index];
      if (value === null || value === undefined) return;
      if (place === 'query') query.append(name, value);
      else target = target.replace(`{${name}}`, encodeURIComponent(value));
    });
    const search = query.size > 0 ? `?${query}` : '';
    return { path: target + search, ...(content && { content }) };
  });
}

/** Checks an answer against its document. */
function conformance({ components }: Document) {
  const ajv = new Ajv2020({ strict: false });
  return ({ responses }: Operation, { status, headers, body }: Answer): void => {
    const declared = responses[status];
    expect(declared, `status ${status}: ${body}`).toBeDefined();
    const media = headers['content-type']?.split(';')[0];
    if (!declared?.content) {
      expect(body).toBe('');
      return;
    }
    const content = declared.content[String(media)];
    expect(content, `media type ${media}`).toBeDefined();
    if (media !== 'application/json') return;
    const check = ajv.compile({ ...content?.schema, components });
    expect(check(JSON.parse(body)) ? [] : check.errors).toEqual([]);
  };
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

describe.each(workloadNames)('the REST service of %s', (name) => {
  it('accepts what its document allows, and answers as it says', async () => {
    const { port, document } = await started(name, startRest);
    const conforms = conformance(document);
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const requests = requestsOf(path, operation, document);
        await fc.assert(
          fc.asyncProperty(requests, async ({ path: target, content }) => {
            const answer = await ask(port, method.toUpperCase(), target, content);
            expect(answer.status, answer.body).not.toBe(400);
            conforms(operation, answer);
          }),
          { numRuns: 40 },
        );
      }
    }
  });

  it('refuses bodies of another type, and what is no request, as its document says', async () => {
    const { port, document } = await started(name, startRest);
    const conforms = conformance(document);
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        if (!operation.requestBody) continue;
        const target = path.replace(/\{\w+\}/g, '1');
        const csv = { type: 'text/csv', body: 'a,b' };
        const other = await ask(port, method.toUpperCase(), target, csv);
        expect(other.status).toBe(415);
        conforms(operation, other);
        const [type = ''] = Object.keys(operation.requestBody.content);
        if (type !== 'application/json') continue;
        const wrong = await ask(port, method.toUpperCase(), target, { type, body: '{"a":[' });
        expect(wrong.status).toBe(400);
        conforms(operation, wrong);
      }
    }
  });

  it.each([
    ['JSON', startRest],
    ['Protobuf', startRestProtobuf],
  ])(
    'answers methods that there are not with 405 and those that there are: %s',
    async (_name, start) => {
      const { port, document } = await started(name, start);
      for (const [path, operations] of Object.entries(document.paths)) {
        const described = Object.keys(operations).map((method) => method.toUpperCase());
        const own = path === healthPath ? [...described, 'HEAD'] : described;
        for (const method of methods.filter((one) => !own.includes(one))) {
          const content = { type: 'text/csv', body: 'a,b' };
          const target = path.replace(/\{\w+\}/g, '1');
          for (const sent of method === 'POST' ? [undefined, content] : [undefined]) {
            const { status, headers } = await ask(port, method, target, sent);
            expect([method, target, status]).toEqual([method, target, 405]);
            expect(headers.allow?.split(', ')).toEqual(own);
          }
        }
      }
      expect((await ask(port, 'GET', '/nothing')).status).toBe(404);
    },
  );
});
