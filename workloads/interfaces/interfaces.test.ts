import { describe, expect, it } from 'vitest';
import { workloadNames } from '../../contracts/words.ts';
import { workloadOf } from '../registry.ts';
import { openApiOf } from './openapi.ts';
import { protobufMediaType, refusalStatuses } from './problem.ts';
import { interfaceWriters } from './registry.ts';

type Operation = {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema?: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
};

/** Every reference to a schema in a document. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

describe.each(workloadNames)('the interface files of the workload %s', (name) => {
  const { description } = workloadOf(name);

  it.each(['rest', 'rest-protobuf'] as const)('describe every operation over %s', (protocol) => {
    const mediaTypes = protocol === 'rest' ? ['application/json'] : [protobufMediaType];
    const document = openApiOf(description, { protocol, mediaTypes });
    expect(JSON.parse(interfaceWriters[protocol](description))).toEqual(
      JSON.parse(JSON.stringify(document)),
    );
    const paths = document.paths as Record<string, Record<string, Operation>>;
    const { schemas } = document.components as { schemas: Record<string, object> };
    const referred = referencesIn(document);
    expect(referred.length).toBeGreaterThan(0);
    for (const reference of referred)
      expect(schemas).toHaveProperty([reference.replace('#/components/schemas/', '')]);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, method, operation } of operations.filter(
      (one) => one.operation.operationId !== 'health',
    )) {
      const own = Object.values(description.operations).find(
        ({ field }) => field === operation.operationId,
      );
      expect([own?.http.path, own?.http.method.toLowerCase()]).toEqual([path, method]);
      expect(operation.summary.endsWith('.')).toBe(false);
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path');
      expect(inPath.map((one) => `{${one.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const { required, schema } of inPath)
        expect([required, typeof schema]).toEqual([true, 'object']);
      for (const one of operation.parameters ?? []) {
        const field = own?.request.fields.find((candidate) => candidate.name === one.name);
        expect(one.required).toBe(one.in === 'path' || !(field?.optional || field?.repeated));
      }
      const statuses = Object.keys(operation.responses).map(Number);
      expect(statuses).toEqual(
        expect.arrayContaining([
          200,
          refusalStatuses.invalid,
          ...(own?.refusals ?? []).map((kind) => refusalStatuses[kind]),
        ]),
      );
      expect(statuses.includes(415)).toBe(operation.requestBody !== undefined);
      expect(statuses.includes(413)).toBe(
        operation.requestBody !== undefined && own?.stream === 'none',
      );
      expect(operation.responses['200']?.content === undefined).toBe(
        own?.response.fields.length === 0,
      );
      for (const { content } of Object.values(operation.responses)) {
        if (content) expect(Object.keys(content)).toEqual(mediaTypes);
      }
    }
  });
});
