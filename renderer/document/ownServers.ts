import { type Path, valueAt } from '../../contracts/experiment/path.ts';
import { isKeyed, readText, removeValue, renameKey, setValue } from './edit.ts';
import { levelTexts } from './levels.ts';
import { freeName, removeLevel, renameLevel } from './ownShapes.ts';
import { parseYaml, writing } from './yamlText.ts';

/** Whether the user's own server is started for each trial or only watched. */
const serverKinds = ['start', 'watch'] as const;
export type ServerKind = (typeof serverKinds)[number];

/** A server in the file. */
export interface WrittenServer {
  /** Its level; null for an only one, which has no name. */
  readonly name: string | null;
  readonly path: Path;
  readonly kind: ServerKind;
  /** The settings under `start` or `watch`. */
  readonly settings: unknown;
}

/** Initial settings of each kind. */
const newServer = {
  start: { command: 'node server.js {{port}}' },
  watch: { port: 8080 },
} as const satisfies Record<ServerKind, object>;

function serverAt(data: unknown, name: string | null, path: Path): WrittenServer[] {
  const kind = serverKinds.find((one) => valueAt(data, [...path, one]) !== undefined);
  return kind ? [{ name, path, kind, settings: valueAt(data, [...path, kind]) }] : [];
}

const named: Path = ['target', 'servers'];

/** The servers of a file, in order. */
export function serversIn(data: unknown): WrittenServer[] {
  const servers = valueAt(data, named);
  if (!isKeyed(servers)) return serverAt(data, null, ['target']);
  return Object.keys(servers).flatMap((name) => serverAt(data, name, [...named, name]));
}

/** Moves the only server under its own name, with its comments. */
function withName(text: string, { kind }: WrittenServer, name: string): string {
  const document = parseYaml(text);
  const settings = document.getIn(['target', kind], true);
  document.deleteIn(['target', kind]);
  document.setIn(named, document.createNode({ [name]: { [kind]: settings } }));
  return document.toString(writing);
}

/** Adds a server. With the second, each is a level of the factor `server`. */
export function addServer(text: string): string {
  const { data } = readText(text);
  const servers = serversIn(data);
  const [first] = servers;
  if (!first) {
    const target = valueAt(data, ['target']);
    return isKeyed(target)
      ? setValue(text, ['target', 'start'], newServer.start, { flow: false })
      : setValue(text, ['target'], { start: newServer.start }, { flow: false });
  }
  const before = first.name === null ? withName(text, first, 'one') : text;
  const names = servers.map(({ name }) => name ?? 'one');
  const name = freeName(names, names.includes('one') ? 'two' : 'server');
  const added = setValue(
    before,
    [...named, name],
    { [first.kind]: first.settings },
    { flow: false },
  );
  const levels = levelTexts(valueAt(data, ['factors', 'server']));
  return setValue(added, ['factors', 'server'], [...(levels.length > 0 ? levels : names), name]);
}

/** Removes a server and its level. */
export function removeServer(text: string, { name, path, kind }: WrittenServer): string {
  if (name === null) return removeValue(text, [...path, kind]);
  return removeLevel(removeValue(text, path), 'server', name);
}

/** Renames a server; the text is unchanged if that name is taken. */
export function renameServer(text: string, from: string, to: string): string {
  const renamed = renameKey(text, [...named, from], to);
  return renamed === text ? text : renameLevel(renamed, 'server', from, to);
}

/** Changes between starting and watching a server; the settings of one kind do not apply to the other. */
export function withKind(text: string, server: WrittenServer, kind: ServerKind): string {
  if (kind === server.kind) return text;
  const renamed = renameKey(text, [...server.path, server.kind], kind);
  return setValue(renamed, [...server.path, kind], newServer[kind]);
}
