import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';
import api from 'protobufjs/google/protobuf/api.json' with { type: 'json' };
import context from 'protobufjs/google/protobuf/source_context.json' with { type: 'json' };
import types from 'protobufjs/google/protobuf/type.json' with { type: 'json' };

type Nested = NonNullable<protobuf.INamespace['nested']>;

/** Protobuf's own files that its parser does not know. */
const further: Readonly<Record<string, () => Nested | undefined>> = {
  'google/protobuf/descriptor.proto': () => descriptor.FileDescriptorSet.root.toJSON().nested,
  'google/protobuf/api.proto': () => api.nested,
  'google/protobuf/type.proto': () => types.nested,
  'google/protobuf/source_context.proto': () => context.nested,
};

/** The content of one of Protobuf's own files, which every compiler includes; null for all others. */
export function wellKnownFile(name: string): Nested | null {
  const make = Object.hasOwn(further, name) ? further[name] : undefined;
  if (make) return make() ?? null;
  const known = protobuf.common.get(name) as protobuf.INamespace | null;
  return known?.nested ?? null;
}

/** The name of a file for compilers, wherever its copy is. */
export function wellKnownName(path: string): string {
  return /(^|\/)(google\/protobuf\/\w+\.proto)$/.exec(path)?.[2] ?? path;
}

/** Adds types to a namespace, except those that it has. */
export function addTypes(to: protobuf.NamespaceBase, nested: Nested): void {
  for (const [name, json] of Object.entries(nested)) {
    const known = to.get(name);
    const isNamespace = known instanceof protobuf.Namespace && !(known instanceof protobuf.Type);
    if (known === null) to.addJSON({ [name]: json });
    else if (isNamespace && 'nested' in json && json.nested) addTypes(known, json.nested);
  }
}

const filesOfJson = ['any', 'duration', 'empty', 'field_mask', 'struct', 'timestamp', 'wrappers'];

/** Those of Protobuf's own types that have a special JSON. */
export function jsonTypes(names: readonly string[]): Nested {
  const root = new protobuf.Root();
  for (const name of filesOfJson) {
    addTypes(root, wellKnownFile(`google/protobuf/${name}.proto`) ?? {});
  }
  const own = root.lookup('google.protobuf') as protobuf.Namespace;
  const types = own.nestedArray.filter(({ name }) => names.includes(name));
  return Object.fromEntries(types.map((type) => [type.name, type.toJSON()])) as Nested;
}
