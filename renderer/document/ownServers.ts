import { type Path, valueAt } from '../../contracts/experiment/path.ts';
import { isKeyed, readText, removeValue, renameKey, setValue } from './edit.ts';
import { levelTexts } from './levels.ts';
import { freeName, removeLevel, renameLevel } from './ownShapes.ts';
import { parseYaml, writing } from './yamlText.ts';

/** What is done with a server of the user's own: started for each trial, or only watched. */
const serverKinds = ['start', 'watch'] as const;
export type ServerKind = (typeof serverKinds)[number];

/** A server as the file has it. */
export interface WrittenServer {
  /** Its level; null for the only one, which has no name. */
  readonly name: string | null;
  readonly path: Path;
  readonly kind: ServerKind;
  /** What stands below `start` or `watch`. */
  readonly settings: unknown;
}

/** What a kind begins with. */
const newServer = {
  start: { command: 'node server.js {{port}}' },
  watch: { port: 8080 },
} as const satisfies Record<ServerKind, object>;

function serverAt(data: unknown, name: string | null, path: Path): WrittenServer[] {
  const kind = serverKinds.find((one) => valueAt(data, [...path, one]) !== undefined);
  return kind ? [{ name, path, kind, settings: valueAt(data, [...path, kind]) }] : [];
}

const named: Path = ['target', 'servers'];

/** The servers of a file, in their order. */
export function serversIn(data: unknown): WrittenServer[] {
  const servers = valueAt(data, named);
  if (!isKeyed(servers)) return serverAt(data, null, ['target']);
  return Object.keys(servers).flatMap((name) => serverAt(data, name, [...named, name]));
}

/** Puts the only server below a name of its own, with its comments. */
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

/** Takes a server out, with its level. */
export function removeServer(text: string, { name, path, kind }: WrittenServer): string {
  if (name === null) return removeValue(text, [...path, kind]);
  return removeLevel(removeValue(text, path), 'server', name);
}

/** Gives a server another name; the text unchanged where there is one of that name. */
export function renameServer(text: string, from: string, to: string): string {
  const renamed = renameKey(text, [...named, from], to);
  return renamed === text ? text : renameLevel(renamed, 'server', from, to);
}

/** Starts a server that was watched, or the other way round: what the one kind says means nothing to the other. */
export function withKind(text: string, server: WrittenServer, kind: ServerKind): string {
  if (kind === server.kind) return text;
  const renamed = renameKey(text, [...server.path, server.kind], kind);
  return setValue(renamed, [...server.path, kind], newServer[kind]);
}
