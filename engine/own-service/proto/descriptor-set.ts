import protobuf from 'protobufjs';
import descriptor, {
  type IFileDescriptorProto,
  type IFileDescriptorSet,
} from 'protobufjs/ext/descriptor.js';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import type { DescriptorCount } from './descriptor-count.ts';
import { addTypes, jsonTypes, wellKnownFile } from './well-known.ts';

const { FileDescriptorProto: fileType, FileDescriptorSet: setType } = descriptor;

/** A compiled file of a description. */
export type FileDescriptor = IFileDescriptorProto;

/** @param count of this and other files. @throws Error when the bytes are invalid, or too many. */
export function decodeFile(bytes: Uint8Array, count: DescriptorCount): FileDescriptor {
  count.add(bytes, 'file');
  return fileType.decode(bytes) as FileDescriptor;
}

/** The files of a descriptor set. @param count of this and other sets. @throws Error when the bytes are invalid, or too many. */
export function decodeSet(bytes: Uint8Array, count: DescriptorCount): readonly FileDescriptor[] {
  count.add(bytes, 'set');
  const { file = [] } = setType.decode(bytes) as { file?: FileDescriptor[] };
  if (file.length > 0) return file;
  throw new TypeError('it holds no files');
}

/** Names of a file's imports. */
export function dependenciesOf(file: FileDescriptor): readonly string[] {
  return file.dependency ?? [];
}

/** Protobuf's own files in one, without already defined types. */
function ownFiles(names: readonly string[], files: Iterable<FileDescriptor>): FileDescriptor[] {
  const root = new protobuf.Root();
  for (const name of names) addTypes(root, wellKnownFile(name) ?? {});
  const there = new Set(
    [...files]
      .filter((file) => file.package === 'google.protobuf')
      .flatMap(({ messageType = [], enumType = [] }) => [...messageType, ...enumType])
      .map(({ name }) => name),
  );
  const isNew = ({ name }: { name?: string }) => !there.has(name);
  const own = root.resolveAll().root.toDescriptor('proto3').file ?? [];
  return own.map((file) => ({
    ...file,
    messageType: (file.messageType ?? []).filter(isNew),
    enumType: (file.enumType ?? []).filter(isNew),
  }));
}

/** Replaces Protobuf's types by the parser's own: their JSON depends on how it names their fields. */
function withOwnTypes(root: protobuf.Root): protobuf.Root {
  const json = root.toJSON();
  const google = json.nested?.google as protobuf.INamespace | undefined;
  const there = google?.nested?.protobuf as protobuf.INamespace | undefined;
  if (there?.nested) Object.assign(there.nested, jsonTypes(Object.keys(there.nested)));
  return protobuf.Root.fromJSON(json).resolveAll().root;
}

/**
 * The types of files, each used once.
 * @param source named in errors. @param hint what to do about missing imports.
 * @throws WirebenchError SERVICE_INVALID
 */
export function rootOfFiles(
  files: Iterable<FileDescriptor>,
  source: string,
  hint: string,
): protobuf.Root {
  const byName = new Map<string, FileDescriptor>();
  for (const file of files) {
    const name = file.name ?? `#${byName.size}`;
    if (!byName.has(name)) byName.set(name, file);
  }
  const lacking = [...new Set([...byName.values()].flatMap(dependenciesOf))].filter(
    (name) => !byName.has(name),
  );
  const missing = lacking.filter((name) => !wellKnownFile(name));
  const known = ownFiles(lacking, byName.values());
  try {
    const all: IFileDescriptorSet = { file: [...known, ...byName.values()] };
    return withOwnTypes(protobuf.Root.fromDescriptor(all, { keepCase: true }));
  } catch (cause) {
    const why = missing.length > 0 ? `; it lacks ${missing.slice(0, 5).join(', ')}` : '';
    const options = missing.length > 0 ? { cause, hint } : { cause };
    const message = `${source} cannot be read: ${messageOf(cause)}${why}`;
    throw new WirebenchError('SERVICE_INVALID', message, options);
  }
}
