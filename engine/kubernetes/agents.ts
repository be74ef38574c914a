import { kubectl } from './kubectl.ts';
import { type AgentPods, agentManifests, type KubernetesObject } from './manifests.ts';

/** Which cluster; what kubectl is set to where a part is left out. */
export interface Cluster {
  readonly context?: string | undefined;
  readonly namespace?: string | undefined;
}

/** The pods of a Job go first. One whose node is lost would never go. */
const deletion = ['--ignore-not-found', '--cascade=foreground', '--timeout=2m'];

function placeArgs({ context, namespace }: Cluster): string[] {
  return [
    ...(context === undefined ? [] : [`--context=${context}`]),
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
  ];
}

const reference = ({ kind, metadata }: KubernetesObject) =>
  `${kind.toLowerCase()}/${metadata.name}`;

/** Deletes what is there, and waits until it is gone. */
function deleteAll(cluster: Cluster, objects: readonly KubernetesObject[], signal: AbortSignal) {
  const args = ['delete', ...objects.map(reference), ...deletion, ...placeArgs(cluster)];
  return kubectl(args, '', signal);
}

/**
 * Has a cluster run agents, in place of those that it runs. What is secret goes to kubectl by its stdin.
 * @returns what kubectl says.
 * @throws WirebenchError KUBECTL_MISSING, CLUSTER_UNREACHABLE, CLUSTER_REFUSED
 */
export async function startAgents(
  cluster: Cluster,
  pods: AgentPods,
  signal: AbortSignal,
): Promise<string> {
  const items = await agentManifests(pods);
  // The pods of a Job cannot be changed, and read their Secret once.
  const jobs = items.filter(({ kind }) => kind === 'Job');
  const removed = await deleteAll(cluster, jobs, signal);
  // On the server, since kubectl would keep a copy of all it applies in an annotation: of the token, too.
  const args = ['apply', '--server-side', '--force-conflicts', '--field-manager=wirebench'];
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  return removed + (await kubectl([...args, '--filename=-', ...placeArgs(cluster)], list, signal));
}

/**
 * Takes agents away, with all that was made for them.
 * @returns what kubectl says; nothing where there were none.
 * @throws WirebenchError KUBECTL_MISSING, CLUSTER_UNREACHABLE, CLUSTER_REFUSED
 */
export async function removeAgents(cluster: Cluster, signal: AbortSignal): Promise<string> {
  const items = await agentManifests({ count: 1, secrets: {} });
  return deleteAll(cluster, items.toReversed(), signal);
}
