import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { recordedPackages } from '../contracts/protocols.ts';
import { rooms as allRooms, type Room } from './rooms.ts';
import { findCycles } from './support/cycles.ts';
import { importsOf, importsOfStyles } from './support/imports.ts';

/** A forbidden import, or a cycle of imports. */
export interface Violation {
  readonly file: string;
  readonly reason: string;
}

const builtins = new Set(builtinModules);

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

/** The modules in a folder and those below it, except tests. */
export function sourceFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(root, path);
    return /\.(ts|tsx|mjs|css)$/.test(entry.name) && !isTest(path) ? [path] : [];
  });
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** A room resolved for one file: `views/*` is the folder of `views` that contains it. */
function around(file: string, room: Room): Room {
  const parent = room.path.slice(0, -1);
  if (!room.path.endsWith('/*') || !file.startsWith(parent)) return room;
  return { ...room, path: parent + file.slice(parent.length).split('/')[0] };
}

/** The rule for a file: the one with the longest matching path. */
function lawOf(file: string, rooms: readonly Room[]): Room | undefined {
  return rooms
    .filter((room) => isInside(file, around(file, room).path))
    .reduce<Room | undefined>(
      (best, room) => (best && best.path.length >= room.path.length ? best : room),
      undefined,
    );
}

/** The room that a file is in. */
function roomOf(file: string, rooms: readonly Room[]): Room | undefined {
  const law = lawOf(file, rooms);
  return law && around(file, law);
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Whether a package is the allowed one, or of the allowed scope. */
function covers(allowed: string, name: string): boolean {
  return allowed.endsWith('/*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed;
}

function mayUsePackage(room: Room, name: string): boolean {
  return room.packages.some((allowed) => covers(allowed, name));
}

function mayUseFile(room: Room, target: string, rooms: readonly Room[]): boolean {
  const other = roomOf(target, rooms);
  if (other?.path === room.path) return true;
  return room.rooms.some((allowed) => isInside(target, allowed));
}

/** @returns why the import is forbidden, or null. */
function judge(file: string, specifier: string, room: Room, rooms: readonly Room[]): string | null {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(file), specifier);
    if (isTest(target)) return `imports the test ${target}`;
    return mayUseFile(room, target, rooms) ? null : `${room.path} may not import ${target}`;
  }
  if (specifier.startsWith('node:') || builtins.has(specifier)) {
    return room.node ? null : `${room.path} may not use Node (${specifier})`;
  }
  const name = packageOf(specifier);
  return mayUsePackage(room, name) ? null : `${room.path} may not use the package ${name}`;
}

/**
 * Checks every source file against the rules. Tests are exempt: they are not shipped, and may combine rooms.
 * @param root folder that holds the rooms.
 */
export function checkRooms(root: string, rooms: readonly Room[] = allRooms): Violation[] {
  const imports = importsBelow(root, rooms);
  return [...forbiddenImports(imports, rooms), ...circles(imports)];
}

/**
 * Packages that a room may use but does not: otherwise they would be allowed for ever. Packages of protocols are
 * allowed together, as listed in their facts.
 */
export function unusedPackages(root: string, rooms: readonly Room[] = allRooms): Violation[] {
  const used = [...importsBelow(root, rooms)].flatMap(([file, specifiers]) =>
    specifiers.map((specifier) => ({ path: lawOf(file, rooms)?.path, specifier })),
  );
  return rooms.flatMap((room) => {
    const own = used.filter(({ path }) => path === room.path);
    return room.packages
      .filter((name) => !recordedPackages.includes(name))
      .filter((name) => !own.some(({ specifier }) => covers(name, packageOf(specifier))))
      .map((name) => ({ file: room.path, reason: `uses nothing of ${name}, which it may` }));
  });
}

/** Imports of each module of the rooms, by its path. */
function importsBelow(root: string, rooms: readonly Room[]): Map<string, string[]> {
  const folders = [...new Set(rooms.map((room) => room.path.split('/')[0] ?? room.path))];
  const files = folders.flatMap((folder) => sourceFiles(root, folder));
  return new Map(
    files.map((file) => [file, importsIn(file, readFileSync(join(root, file), 'utf8'))]),
  );
}

function importsIn(file: string, source: string): string[] {
  return file.endsWith('.css') ? importsOfStyles(source) : importsOf(source);
}

function forbiddenImports(
  imports: ReadonlyMap<string, readonly string[]>,
  rooms: readonly Room[],
): Violation[] {
  return [...imports].flatMap(([file, specifiers]) => {
    const room = roomOf(file, rooms);
    if (!room) return [{ file, reason: 'belongs to no room' }];
    return specifiers.flatMap((specifier) => {
      const reason = judge(file, specifier, room, rooms);
      return reason === null ? [] : [{ file, reason }];
    });
  });
}

function circles(imports: ReadonlyMap<string, readonly string[]>): Violation[] {
  const graph = new Map(
    [...imports].map(([file, specifiers]) => [
      file,
      specifiers
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.join(posix.dirname(file), specifier)),
    ]),
  );
  return findCycles(graph).map((cycle) => ({
    file: cycle[0] ?? '',
    reason: `imports itself: ${cycle.join(' → ')}`,
  }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const violations = [...checkRooms(root), ...unusedPackages(root)];
  for (const { file, reason } of violations) process.stdout.write(`${file}: ${reason}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
