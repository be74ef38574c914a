import type { Peer, PeerLoad } from '../peers/peer.ts';
import { findTool } from '../support/find-tool.ts';
import type { Workspace } from '../support/workspace.ts';
import { type Contender, observe } from './contender.ts';

/** Other generators that are installed here, and the names of those that are not. */
export function peerContenders(
  peers: readonly Peer[],
  load: PeerLoad,
  { cores, files }: { cores: readonly number[]; files: Workspace },
): { found: Contender[]; missing: string[] } {
  const found: Contender[] = [];
  const missing: string[] = [];
  for (const peer of peers) {
    const program = findTool(peer.program);
    if (program === undefined) missing.push(peer.name);
    else found.push({ name: peer.name, run: (target) => runPeer(peer, program, target) });
  }
  return { found, missing };

  async function runPeer(peer: Peer, program: string, target: Parameters<Contender['run']>[0]) {
    const args = await peer.args(target, load, files);
    const { seconds } = load;
    const servicePid = target.pid;
    return observe({ argv: [program, ...args], cores, servicePid, seconds, read: peer.read });
  }
}
