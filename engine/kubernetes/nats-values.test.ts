import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../platform/version.ts';

const read = (...path: string[]) => readFileSync(join(packageRoot(), ...path), 'utf8');
const chart = z
  .object({ version: z.string(), values: z.unknown() })
  .parse(JSON.parse(read('fixtures/kubernetes/nats-chart.json')));
const text = read('deploy/nats/values.yaml');
const values: unknown = parse(text);

/** Values that the chart passes on unchecked. */
const free = ['config.merge', 'container.env', 'podTemplate.topologySpreadConstraints'];

/** Paths of values that the chart does not know, or has with another type. */
function faultsOf(own: unknown, known: unknown, path = ''): string[] {
  if (free.includes(path)) return [];
  if (typeof own !== 'object' || own === null) {
    const isSame = known === null || typeof own === typeof known;
    return isSame ? [] : [path];
  }
  if (typeof known !== 'object' || known === null) return [path];
  return Object.entries(own).flatMap(([key, value]) => {
    const inner = path === '' ? key : `${path}.${key}`;
    return key in known ? faultsOf(value, Object(known)[key], inner) : [inner];
  });
}

const lists = z.looseObject({ publish: z.array(z.string()), subscribe: z.array(z.string()) });
const users = z.array(z.object({ user: z.string(), permissions: lists }));
const accounts = z.object({ WIREBENCH: z.object({ users }) });
const usersSchema = z.object({ config: z.object({ merge: z.object({ accounts }) }) });

describe('values for the chart of NATS', () => {
  it('are known to the chart', () => {
    expect(text).toContain(`nats/nats ${chart.version}`);
    expect(faultsOf(values, chart.values)).toEqual([]);
    expect(faultsOf({ config: { jetStream: {} } }, chart.values)).toEqual(['config.jetStream']);
    const quoted = { config: { cluster: { replicas: '3' } } };
    expect(faultsOf(quoted, chart.values)).toEqual(['config.cluster.replicas']);
  });

  it('give users the same permissions as the configuration without a cluster', () => {
    const configuration = read('deploy/nats/nats.conf');
    const listed = (word: string) =>
      [...configuration.matchAll(new RegExp(`${word}: (\\[.*\\])`, 'g'))].map(([, list = '']) =>
        z.array(z.string()).parse(JSON.parse(list)),
      );
    const { users } = usersSchema.parse(values).config.merge.accounts.WIREBENCH;
    expect(users.map(({ user }) => user)).toEqual(['controller', 'agent']);
    expect(users.map(({ permissions }) => permissions.publish)).toEqual(listed('publish'));
    expect(users.map(({ permissions }) => permissions.subscribe)).toEqual(listed('subscribe'));
  });
});
