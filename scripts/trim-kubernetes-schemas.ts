import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * Extracts from the OpenAPI document that Kubernetes publishes what the manifests of `deploy/kubernetes` need, as JSON
 * Schema: `node scripts/trim-kubernetes-schemas.ts swagger.json v1.36.3`. See fixtures/kubernetes/README.md.
 */

const wanted = [
  'io.k8s.api.batch.v1.Job',
  'io.k8s.api.core.v1.Secret',
  'io.k8s.api.core.v1.ServiceAccount',
];
const target = new URL('../fixtures/kubernetes/schemas.json', import.meta.url);
const documentSchema = z.object({ definitions: z.record(z.string(), z.unknown()) });
const prefix = '#/definitions/';

/** A definition without its prose, as JSON Schema. */
function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (Reflect.get(value, 'format') === 'int-or-string') return { type: ['integer', 'string'] };
  return Object.fromEntries(
    entries
      .filter(([key, inner]) => !(key === 'description' && typeof inner === 'string'))
      .filter(([key]) => !key.startsWith('x-kubernetes-'))
      .map(([key, inner]) => [key, translated(inner)]),
  );
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string'
      ? [inner.slice(prefix.length)]
      : referencesIn(inner),
  );
}

const [file = '', kubernetes = ''] = process.argv.slice(2);
const { definitions } = documentSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const taken = new Map<string, unknown>();
const open = [...wanted];
for (let name = open.pop(); name !== undefined; name = open.pop()) {
  if (taken.has(name)) continue;
  taken.set(name, translated(definitions[name]));
  open.push(...referencesIn(definitions[name]));
}
const sorted = [...taken].sort(([one], [other]) => (one < other ? -1 : 1));
const schemas = { kubernetes, definitions: Object.fromEntries(sorted) };
writeFileSync(target, `${JSON.stringify(schemas)}\n`);
process.stdout.write(`${sorted.length} definitions are in ${fileURLToPath(target)}\n`);
