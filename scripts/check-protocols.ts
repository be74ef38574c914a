import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { protocolFacts, protocolFamilies, protocolNames } from '../contracts/protocols.ts';
import { sourceFiles, type Violation } from './check-rooms.ts';
import { withoutComments } from './support/imports.ts';
import { sourceFolders } from './support/source-folders.ts';

/** A file or folder that may name protocols, and why. */
interface Exception {
  readonly path: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  { path: 'contracts/protocols.ts', reason: 'lists them with their facts' },
  { path: 'contracts/stacks.ts', reason: 'lists those that other languages support' },
  { path: 'renderer/look/protocols.ts', reason: 'is the table of their looks' },
  { path: 'engine/own-service/sources.ts', reason: 'is the table of descriptions that are read' },
  {
    path: 'engine/own-service/discovery',
    reason: 'is the table of descriptions that are looked for',
  },
  {
    path: 'engine/own-service/saved/postman.ts',
    reason: 'reads files that call a kind of body by this word',
  },
  { path: 'engine/services/registry.ts', reason: 'is the table of probes and examples' },
  { path: 'services/registry.ts', reason: 'is the table of services' },
  { path: 'workers/registry.ts', reason: 'is the table of drivers' },
  { path: 'workers/conform/registry.ts', reason: 'is the table of checks of services' },
  { path: 'workers/wire/readers.ts', reason: 'is the table of readers of recordings' },
  { path: 'workloads/interfaces/registry.ts', reason: 'is the table of interface files' },
  { path: 'workloads/delivery/delivery.ts', reason: 'says over which its study asks for less' },
  { path: 'scripts/bench', reason: 'compares with programs that speak one protocol' },
  { path: 'contracts/energy.ts', reason: 'uses this word for the remainder' },
  { path: 'engine/run/energy', reason: 'uses this word for the remainder' },
  {
    path: 'renderer/charts/EnergyChart.tsx',
    reason: 'uses this word for the remainder',
  },
];

/** Words in the paths of a protocol's own files: its name, and those of its interface files. */
function wordsOf(protocol: (typeof protocolNames)[number]): string[] {
  const { folder, file } = protocolFacts[protocol].interface;
  const [stem = ''] = file.split('.');
  return [...protocol.split('-'), folder ?? stem];
}

function isOwn(path: string, words: readonly string[]): boolean {
  const parts = path.toLowerCase().split(/[/.-]/);
  return words.some((word) => parts.includes(word));
}

/** Matches a protocol named as a whole string, alone or in a path with dots, or as a property. */
function mentionOf(name: string): RegExp {
  const quoted = `(['"\`])(?:[\\w-]+\\.)*${name}(?:\\.[\\w-]+)*\\1`;
  const key = `(?:^\\s*|[{,(]\\s*)(?:readonly )?${name}\\??:`;
  return new RegExp(`${quoted}|${key}|[\\w)\\]?]\\.${name}\\b`, 'm');
}

const protocols = protocolNames.map((name) => ({
  name,
  words: wordsOf(name),
  mention: mentionOf(name),
}));

const literal = /(['"`])(?:\\.|(?!\1)[^\\\n])*\1/g;
/** A text of several words may give an example. */
const withoutSentence = (text: string) => (text.includes(' ') ? "''" : text);

/** The protocols that a module names as a string or property although it does not belong to them. */
export function namedIn(path: string, source: string): string[] {
  const code = withoutComments(source)
    .replace(/\b(?:from|import)\s*\(?\s*(['"]).+?\1/g, '')
    .replace(literal, withoutSentence);
  return protocols
    .filter(({ words, mention }) => !isOwn(path, words) && mention.test(code))
    .map(({ name }) => name);
}

/** Whether a line of a module names all kinds of protocols, for people. */
export function listsAll(source: string): boolean {
  return withoutComments(source)
    .split('\n')
    .some((line) => protocolFamilies.every((label) => line.includes(label)));
}

/** Finds modules that name protocols outside of their own files, and unused exceptions. */
function checkProtocols(root: string): Violation[] {
  const isIn = (file: string, path: string) => file === path || file.startsWith(`${path}/`);
  const sources = sourceFolders.flatMap((folder) =>
    sourceFiles(root, folder).map((file) => ({
      file,
      source: readFileSync(join(root, file), 'utf8'),
    })),
  );
  const found = sources.flatMap(({ file, source }) => {
    const names = namedIn(file, source);
    return names.length > 0 ? [{ file, names }] : [];
  });
  const lists = sources
    .filter(({ source }) => listsAll(source))
    .map(({ file }) => ({ file, reason: 'lists all protocols: use protocolFamilies' }));
  const faults = found
    .filter(({ file }) => !exceptions.some(({ path }) => isIn(file, path)))
    .map(({ file, names }) => ({
      file,
      reason: `names ${names.join(', ')}: ask protocolFacts, or enter it in the room's table`,
    }));
  const idle = exceptions
    .filter(({ path }) => !found.some(({ file }) => isIn(file, path)))
    .map(({ path }) => ({ file: path, reason: 'names no protocol and needs no exception' }));
  return [...faults, ...lists, ...idle];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const violations = checkProtocols(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const { file, reason } of violations) process.stdout.write(`${file}: ${reason}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
