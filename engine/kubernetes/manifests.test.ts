import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { packageRoot, version } from '../platform/version.ts';
import { agentManifests, printManifests } from './manifests.ts';

const publishedSchema = z.object({ definitions: z.record(z.string(), z.unknown()) });
const { definitions } = publishedSchema.parse(
  JSON.parse(readFileSync(join(packageRoot(), 'fixtures/kubernetes/schemas.json'), 'utf8')),
);
const nameOf: Record<string, string> = {
  'batch/v1 Job': 'io.k8s.api.batch.v1.Job',
  'v1 Secret': 'io.k8s.api.core.v1.Secret',
  'v1 ServiceAccount': 'io.k8s.api.core.v1.ServiceAccount',
};

/** Makes every object reject unknown fields, which a cluster would drop. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([key, one]) => [key, strict(one)]);
  const isClosed = 'properties' in value && !('additionalProperties' in value);
  return Object.fromEntries(isClosed ? [...inner, ['additionalProperties', false]] : inner);
}

// The formats are those of numbers and octets, whose types are checked.
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'kubernetes', definitions: strict(definitions) });

/** Violations of the published schemas by an object. */
function faultsOf(object: { readonly apiVersion: string; readonly kind: string }): string[] {
  const name = nameOf[`${object.apiVersion} ${object.kind}`];
  const validate = ajv.getSchema(`kubernetes#/definitions/${name}`);
  if (!validate) return [`${object.apiVersion} ${object.kind} has no schema`];
  validate(object);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

const asked = {
  count: 5,
  secrets: { WIREBENCH_JOIN: '10.0.0.5:4222', WIREBENCH_TOKEN: 'SUexample' },
  image: 'registry.example/bench/wirebench:7',
  namespace: 'bench',
};

const oneContainer = z.array(z.looseObject({ name: z.string(), image: z.string() })).length(1);
const podSpec = z.looseObject({
  automountServiceAccountToken: z.literal(false),
  serviceAccountName: z.string(),
  containers: oneContainer,
});
const jobSpec = z.object({
  completions: z.number(),
  parallelism: z.number(),
  template: z.object({ spec: podSpec }),
});
const podSchema = z.object({ spec: jobSpec });
const secretSchema = z.object({ data: z.record(z.string(), z.string()) });
/** What the Secret among some manifests holds. */
function secretsIn(objects: Awaited<ReturnType<typeof agentManifests>>): Record<string, string> {
  const { data } = secretSchema.parse(objects.find(({ kind }) => kind === 'Secret'));
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
  );
}

describe('manifests of agents', () => {
  it.each([
    ['as they are', { count: 3, secrets: null }],
    ['with every option', asked],
  ])('are valid by the published schemas: %s', async (_, pods) => {
    const objects = await agentManifests(pods);
    expect(objects.flatMap(faultsOf)).toEqual([]);
  });

  it('have an account, a Secret where there is something secret, and the Job last', async () => {
    const kinds = async (pods: Parameters<typeof agentManifests>[0]) =>
      (await agentManifests(pods)).map(({ kind }) => kind);
    expect(await kinds(asked)).toEqual(['ServiceAccount', 'Secret', 'Job']);
    expect(await kinds({ ...asked, secrets: null })).toEqual(['ServiceAccount', 'Job']);
  });

  it('have the requested number of pods of the image, in the namespace', async () => {
    const objects = await agentManifests(asked);
    expect(objects.map(({ metadata }) => metadata.namespace)).toEqual(['bench', 'bench', 'bench']);
    const { spec } = podSchema.parse(objects.at(-1));
    expect([spec.completions, spec.parallelism]).toEqual([5, 5]);
    expect(spec.template.spec.containers[0]?.image).toBe('registry.example/bench/wirebench:7');
  });

  it('have the image of this version by default, and the account of the manifests', async () => {
    const [account, job] = await agentManifests({ count: 1, secrets: null });
    const { template } = podSchema.parse(job).spec;
    expect(template.spec.containers[0]?.image).toBe(`wirebench:${version()}`);
    expect(template.spec.serviceAccountName).toBe(account?.metadata.name);
  });

  it('have secrets in the Secret alone', async () => {
    const objects = await agentManifests(asked);
    expect(secretsIn(objects)).toEqual({ join: '10.0.0.5:4222', token: 'SUexample' });
    expect(JSON.stringify(objects.filter(({ kind }) => kind !== 'Secret'))).not.toContain('SU');
  });

  it('have the credentials of a NATS server where some are set', async () => {
    const login = 'user: agent\npassword: secret\n';
    const secrets = { ...asked.secrets, WIREBENCH_NATS_LOGIN: login };
    const objects = await agentManifests({ ...asked, secrets });
    expect(objects.flatMap(faultsOf)).toEqual([]);
    expect(secretsIn(objects)['nats-login']).toBe(login);
    expect(JSON.stringify(objects)).not.toContain('password: secret');
  });

  it('print as documents that say the same', async () => {
    const objects = await agentManifests(asked);
    const documents = parseAllDocuments(printManifests(objects));
    expect(documents.map((document) => document.toJS())).toEqual(objects);
  });
});

describe('deploy/Dockerfile', () => {
  const text = readFileSync(join(packageRoot(), 'deploy', 'Dockerfile'), 'utf8');

  it('takes the package of this version, and runs as the user of the manifests', async () => {
    expect(text).toContain(`wirebench-${version()}.tgz`);
    const [, user] = /^USER (\d+)/m.exec(text) ?? [];
    const [, job] = await agentManifests({ count: 1, secrets: null });
    expect(JSON.stringify(job)).toContain(`"runAsUser":${user},`);
  });
});
