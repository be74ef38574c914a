import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../platform/version.ts';

const kustomizationSchema = z.object({ resources: z.array(z.string()).min(1) });

const metadataSchema = z.looseObject({
  name: z.string(),
  labels: z.record(z.string(), z.string()),
});
const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: metadataSchema,
});
/** A Kubernetes object. */
export type KubernetesObject = z.infer<typeof objectSchema>;

const variableSchema = z.looseObject({
  name: z.string(),
  valueFrom: z
    .looseObject({ secretKeyRef: z.looseObject({ name: z.string(), key: z.string() }).optional() })
    .optional(),
});
const jobSchema = objectSchema.extend({
  kind: z.literal('Job'),
  spec: z.looseObject({
    completions: z.int(),
    parallelism: z.int(),
    template: z.looseObject({
      spec: z.looseObject({
        containers: z.tuple([
          z.looseObject({ image: z.string(), env: z.array(variableSchema).default([]) }),
        ]),
      }),
    }),
  }),
});
type Job = z.infer<typeof jobSchema>;

/** Options of the agents in a cluster. */
export interface AgentPods {
  readonly count: number;
  /** Values of variables that the manifests read from a Secret; null where the Secret is created by hand. */
  readonly secrets: Readonly<Record<string, string>> | null;
  /** Image, if not that of the manifests. */
  readonly image?: string | undefined;
  /** Namespace in the manifests; without it, that of whoever applies them. */
  readonly namespace?: string | undefined;
}

/** The manifests of `deploy/kubernetes`, in the order of its kustomization. */
async function readManifests(): Promise<KubernetesObject[]> {
  const folder = join(packageRoot(), 'deploy', 'kubernetes');
  const read = async (name: string): Promise<unknown> =>
    parse(await readFile(join(folder, name), 'utf8'));
  const { resources } = kustomizationSchema.parse(await read('kustomization.yaml'));
  return Promise.all(resources.map(async (name) => objectSchema.parse(await read(name))));
}

function withPods(job: Job, { count, image }: AgentPods): Job {
  const changed = structuredClone(job);
  changed.spec.completions = count;
  changed.spec.parallelism = count;
  const [container] = changed.spec.template.spec.containers;
  container.image = image ?? container.image;
  return changed;
}

/** The Secret that a Job reads its variables from. */
function secretOf(
  { metadata: { labels }, spec }: Job,
  secrets: NonNullable<AgentPods['secrets']>,
): KubernetesObject {
  const references = spec.template.spec.containers[0].env.flatMap(({ name, valueFrom }) =>
    valueFrom?.secretKeyRef ? [{ variable: name, ...valueFrom.secretKeyRef }] : [],
  );
  const name = references[0]?.name ?? '';
  const data = references.flatMap(({ key, variable }) => {
    const value = secrets[variable];
    return value === undefined ? [] : [[key, Buffer.from(value).toString('base64')]];
  });
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, labels },
    type: 'Opaque',
    data: Object.fromEntries(data),
  };
}

/** Every object of agents in a cluster, the Job last: the manifests of `deploy/kubernetes` with the options applied. */
export async function agentManifests(pods: AgentPods): Promise<KubernetesObject[]> {
  const read = await readManifests();
  const job = jobSchema.parse(read.find(({ kind }) => kind === 'Job'));
  const others = read.filter(({ kind }) => kind !== 'Job');
  const secrets = pods.secrets === null ? [] : [secretOf(job, pods.secrets)];
  const { namespace } = pods;
  return [...others, ...secrets, withPods(job, pods)].map((object) => ({
    ...object,
    metadata: { ...object.metadata, ...(namespace === undefined ? {} : { namespace }) },
  }));
}

/** As YAML, one document each. */
export function printManifests(objects: readonly KubernetesObject[]): string {
  return objects.map((object) => stringify(object)).join('---\n');
}
