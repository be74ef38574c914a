import { kubectl } from './kubectl.ts';
import { type AgentPods, agentManifests, type KubernetesObject } from './manifests.ts';

/** The cluster; kubectl's own settings apply where a part is left out. */
export interface Cluster {
  readonly context?: string | undefined;
  readonly namespace?: string | undefined;
}

/** A Job's pods are deleted before it. The timeout is for pods on a lost node, whose deletion never completes. */
const deletion = ['--ignore-not-found', '--cascade=foreground', '--timeout=2m'];

function scopeArgs({ context, namespace }: Cluster): string[] {
  return [
    ...(context === undefined ? [] : [`--context=${context}`]),
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
  ];
}

const reference = ({ kind, metadata }: KubernetesObject) =>
  `${kind.toLowerCase()}/${metadata.name}`;

/** Deletes existing objects, and waits until they are gone. */
function deleteAll(cluster: Cluster, objects: readonly KubernetesObject[], signal: AbortSignal) {
  const args = ['delete', ...objects.map(reference), ...deletion, ...scopeArgs(cluster)];
  return kubectl(args, '', signal);
}

/**
 * Runs agents in a cluster, in place of earlier ones. Secrets are passed to kubectl through stdin.
 * @returns kubectl's output.
 * @throws WirebenchError KUBECTL_MISSING, CLUSTER_UNREACHABLE, CLUSTER_REFUSED
 */
export async function startAgents(
  cluster: Cluster,
  pods: AgentPods,
  signal: AbortSignal,
): Promise<string> {
  const items = await agentManifests(pods);
  // A Job's pods cannot be changed, and they read their Secret only once.
  const jobs = items.filter(({ kind }) => kind === 'Job');
  const removed = await deleteAll(cluster, jobs, signal);
  // Server-side: kubectl would otherwise keep a copy of all that it applies, including the token, in an annotation.
  const args = ['apply', '--server-side', '--force-conflicts', '--field-manager=wirebench'];
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  return removed + (await kubectl([...args, '--filename=-', ...scopeArgs(cluster)], list, signal));
}

/**
 * Removes agents with everything that was created for them.
 * @returns kubectl's output; empty if there were none.
 * @throws WirebenchError KUBECTL_MISSING, CLUSTER_UNREACHABLE, CLUSTER_REFUSED
 */
export async function removeAgents(cluster: Cluster, signal: AbortSignal): Promise<string> {
  const items = await agentManifests({ count: 1, secrets: {} });
  return deleteAll(cluster, items.toReversed(), signal);
}
