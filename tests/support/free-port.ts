import { HeldPort } from '../../engine/platform/held-port.ts';

/** Ports reserved by one process, the latest ones: a long torture asks for more than there are. */
const keptAtMost = 500;
const kept: HeldPort[] = [];

/** An unused port of this machine, which no other test is given while this process needs it. */
export async function freePort(): Promise<number> {
  const held = await HeldPort.any();
  await held.open();
  kept.push(held);
  if (kept.length > keptAtMost) await kept.shift()?.release();
  return held.port;
}
