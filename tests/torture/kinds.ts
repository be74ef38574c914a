import { bytes } from './bytes/bytes.ts';
import { clients } from './clients/clients.ts';
import { disk } from './disk/disk.ts';
import { kills } from './kills/kills.ts';
import type { Kind } from './kind.ts';
import { machines } from './machines/machines.ts';
import { servers } from './servers/servers.ts';
import { shell } from './shell/shell.ts';
import { soak } from './soak/soak.ts';

/** All kinds, in their order. */
export const kinds: readonly Kind[] = [kills, disk, bytes, servers, clients, shell, machines, soak];

/** The seconds of one kind when all of `tried` run for this many minutes. */
export function secondsOf(kind: Kind, minutes: number, tried: readonly Kind[]): number {
  const shares = tried.reduce((sum, { share }) => sum + share, 0);
  return (minutes * 60 * kind.share) / shares;
}
