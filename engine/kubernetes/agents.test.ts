import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { removeAgents, startAgents } from './agents.ts';
import { kubectl } from './kubectl.ts';

/** A kubectl that writes down how it was called. */
function madeKubectl(script: string) {
  const folder = temporaryFolder({ kubectl: `#!/bin/sh\ncd "$(dirname "$0")"\n${script}\n` });
  chmodSync(join(folder, 'kubectl'), 0o755);
  const { PATH, WIREBENCH_TOKEN } = process.env;
  process.env.PATH = `${folder}:${PATH}`;
  process.env.WIREBENCH_TOKEN = 'secret';
  onTestFinished(() => {
    process.env.PATH = PATH;
    if (WIREBENCH_TOKEN === undefined) delete process.env.WIREBENCH_TOKEN;
    else process.env.WIREBENCH_TOKEN = WIREBENCH_TOKEN;
  });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  return { calls: () => read('calls').split('\n'), input: () => JSON.parse(read('input')) };
}

const noting = 'echo "$* token=$WIREBENCH_TOKEN" >> calls; cat > input; echo "did $1"';
const deletion = '--ignore-not-found --cascade=foreground --timeout=2m';
const signal = new AbortController().signal;

it('agents replace earlier jobs, in the named cluster', async () => {
  const { calls, input } = madeKubectl(noting);
  const cluster = { context: 'lab', namespace: 'bench' };
  const secrets = { WIREBENCH_JOIN: 'join' };
  expect(await startAgents(cluster, { count: 3, secrets }, signal)).toBe('did delete\ndid apply\n');
  const scope = '--context=lab --namespace=bench';
  expect(calls()).toEqual([
    `delete job/wirebench-agents ${deletion} ${scope} token=`,
    `apply --server-side --force-conflicts --field-manager=wirebench --filename=- ${scope} token=`,
  ]);
  expect(input()).toMatchObject({ apiVersion: 'v1', kind: 'List' });
  const { items } = input();
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual([
    'ServiceAccount',
    'Secret',
    'Job',
  ]);
});

it('agents are removed in the opposite order, where kubectl itself says', async () => {
  const { calls } = madeKubectl(noting);
  expect(await removeAgents({}, signal)).toBe('did delete\n');
  const objects = 'job/wirebench-agents secret/wirebench-agents serviceaccount/wirebench-agents';
  expect(calls()).toEqual([`delete ${objects} ${deletion} token=`]);
});

it('a kubectl that fails, is missing or is ended', async () => {
  madeKubectl('echo some; echo "no such host" >&2; exit 1');
  await expect(kubectl([], '', signal)).rejects.toMatchObject({ code: 'CLUSTER_UNREACHABLE' });
  const ended = AbortSignal.abort();
  await expect(kubectl([], '', ended)).rejects.toMatchObject({ name: 'AbortError' });
  const { calls } = madeKubectl('echo begun > calls; exec sleep 60');
  const later = new AbortController();
  const running = kubectl([], '', later.signal);
  await expect.poll(calls, { interval: 10 }).toEqual(['begun']);
  later.abort();
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  process.env.PATH = '/nowhere';
  await expect(kubectl([], 'x', signal)).rejects.toMatchObject({ code: 'KUBECTL_MISSING' });
});
