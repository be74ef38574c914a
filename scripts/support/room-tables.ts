import { markdownTable } from '../../metrics/markdown.ts';
import { protocolPackages, type Room, rendererRooms, rooms, windowGround } from '../rooms.ts';
import { replaceBetween } from './page-parts.ts';

const code = (name: string) => `\`${name}\``;

/** Packages of a room as text; those named by the facts of protocols are summarised. */
function packagesText({ packages }: Room): string {
  let left = [...new Set(packages)];
  const sides = (['client', 'service'] as const).filter((side) =>
    protocolPackages(side).every((name) => left.includes(name)),
  );
  for (const side of sides) {
    left = left.filter((name) => !protocolPackages(side).includes(name));
  }
  return [...left.map(code), ...sides.map((side) => `those of the ${side}s of protocols`)].join(
    ', ',
  );
}

/** A row for each room: allowed rooms, packages, and Node. @param all rooms that all in the table may import. */
function tableOf(list: readonly Room[], title: string, all: readonly string[]): string {
  const short = (path: string) => path.replace(/^renderer\//, '');
  const rows = list.map((room) => [
    code(short(room.path)),
    room.rooms
      .filter((path) => path !== room.path && !all.includes(path))
      .map((path) => code(short(path)))
      .join(', '),
    packagesText(room),
    room.node ? 'yes' : '',
  ]);
  const titles = ['room', title, 'packages', 'Node'];
  const hasNode = list.some(({ node }) => node);
  return markdownTable(
    hasNode ? titles : titles.slice(0, -1),
    hasNode ? rows : rows.map((row) => row.slice(0, -1)),
  );
}

/** @returns the page with current tables of rooms. @throws RangeError when it lacks one. */
export function withRoomTables(page: string): string {
  const others = rooms.filter((room) => !rendererRooms.includes(room));
  const end = '<!-- rooms end -->';
  const whole = tableOf(others, 'may import', []);
  const text = replaceBetween(page, ['<!-- rooms: all -->', end], whole);
  const window = tableOf(rendererRooms, 'may import of the renderer', windowGround);
  return replaceBetween(text, ['<!-- rooms: renderer -->', end], window);
}
