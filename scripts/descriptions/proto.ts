import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import {
  createFileRegistry,
  type FileRegistry,
  fromBinary,
  fromJson,
  type JsonValue,
  toBinary,
} from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { messageOf } from '../../contracts/errors.ts';
import { accepted, type Description, type DescriptionKind, refused, unseen } from './kinds.ts';

const buf = createRequire(import.meta.url).resolve('@bufbuild/buf/bin/buf');

/** A file without comments, and with empty string literals. */
export function bare(text: string): string {
  const parts = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/.*|\/\*[\s\S]*?\*\//g;
  return text.replace(parts, (part) => (part.startsWith('/') ? ' ' : '""'));
}

/** The methods that a file declares, without those that take a stream. */
export function methodsIn(text: string): string[] {
  const plain = bare(text);
  const space = /\bpackage\s+([\w.]+)\s*;/.exec(plain)?.[1];
  const names: string[] = [];
  let service = '';
  const declared = /\bservice\s+(\w+)\s*\{|\brpc\s+(\w+)\s*\(\s*(stream\s+[\w.]+)?/g;
  for (const [, name, method, stream] of plain.matchAll(declared)) {
    if (name !== undefined) service = space === undefined ? name : `${space}.${name}`;
    else if (stream === undefined) names.push(`${service}/${method}`);
  }
  return names;
}

function importsOf(text: string): string[] {
  const plain = text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, ' ');
  const all = plain.matchAll(/(?:^|[\n;])\s*import\s+(?:public\s+|weak\s+)?["']([^"'\n]+)["']/g);
  return [...all].map(([, name = '']) => name);
}

/** The folder of a file, and its parents up to the tree's root. */
function around(file: string, tree: string): string[] {
  const folder = dirname(file);
  const isInside = folder !== tree && !relative(tree, folder).startsWith('..');
  return isInside ? [folder, ...around(folder, tree)] : [tree];
}

/** Target of an import; imports of Go begin with the name of their module. */
function place(name: string, importer: string, { tree, imports }: Description): string | undefined {
  const folders = [...imports, ...around(importer, tree).reverse()];
  const parts = name.split('/');
  const ends = parts.map((_, index) => parts.slice(index).join('/'));
  const usual = ends.slice(0, Math.max(1, ends.length - 1));
  return usual
    .flatMap((end) => folders.map((folder) => join(folder, end)))
    .find((path) => existsSync(path));
}

/** A description with all that it imports, by the names under which it is imported; and the names of missing files. */
function closure(description: Description): { texts: Map<string, string>; missing: string[] } {
  const start = relative(description.tree, description.file).split(sep).join('/');
  const texts = new Map([[start, description.text]]);
  const missing: string[] = [];
  const waiting: [file: string, text: string][] = [[description.file, description.text]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const name of importsOf(next[1])) {
      if (texts.has(name) || /^google\/protobuf\//.test(name) || name.includes('..')) continue;
      const file = place(name, next[0], description);
      if (file === undefined) {
        missing.push(name);
        continue;
      }
      const text = readFileSync(file, 'utf8');
      texts.set(name, text);
      waiting.push([file, text]);
    }
  }
  return { texts, missing };
}

/** A description compiled by buf, which shares no code with Wirebench's compiler. */
function compiled(description: Description): FileRegistry {
  const { texts, missing } = closure(description);
  if (missing[0] !== undefined) throw new Error(`it imports ${missing[0]}, which is not there`);
  const folder = mkdtempSync(join(tmpdir(), 'descriptions-'));
  try {
    for (const [name, text] of texts) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const bytes = execFileSync(
      process.execPath,
      [buf, 'build', folder, '--exclude-source-info', '-o', '-#format=binpb'],
      { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    return createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes));
  } catch (error) {
    const output = String((error as { stderr?: Buffer }).stderr ?? '').trim();
    throw new Error(output.split('\n')[0]?.replaceAll(`${folder}/`, '') || messageOf(error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Protobuf, compiled by buf; samples are read and written by Buf's JavaScript runtime. */
export const protoKind: DescriptionKind = {
  name: 'proto',
  title: '.proto',
  validator: 'buf and protobuf-es',
  isOne: (file, text) => file.endsWith('.proto') && /\bservice\s+\w+\s*\{/.test(bare(text)),
  declared: async ({ text }) => methodsIn(text).length,
  judge: async (description, { operations }) => {
    const own = new Set(methodsIn(description.text));
    const mine = operations.filter(({ name }) => own.has(name));
    if (mine.length === 0) return [];
    let registry: FileRegistry;
    try {
      registry = compiled(description);
    } catch (error) {
      return mine.map(({ name }) => unseen(name, `buf cannot compile it: ${messageOf(error)}`));
    }
    return mine.map(({ name, call }) => {
      const [service = '', method] = name.split('/');
      const input = registry.getService(service)?.methods.find((one) => one.name === method)?.input;
      if (!input) return refused(name, 'it is not declared');
      try {
        toBinary(input, fromJson(input, call.message as JsonValue, { registry }));
        return accepted(name);
      } catch (error) {
        return refused(name, messageOf(error));
      }
    });
  },
};
