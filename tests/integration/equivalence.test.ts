import http from 'node:http';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type WorkloadName, workloadNames } from '../../contracts/words.ts';
import { readExperiment } from '../../engine/experiment/read.ts';
import { askedShapes } from '../../engine/run/equivalence/asked-cells.ts';
import { Asker } from '../../engine/run/equivalence/asker.ts';
import { checkEquivalence } from '../../engine/run/equivalence/check.ts';
import { StacksOfRun } from '../../engine/run/stack-service.ts';
import { isOffered } from '../../workloads/description.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { portOf } from '../support/port-of.ts';
import { removeTestIdentities, startService } from '../support/service.ts';

const runs = engineRuns();
afterAll(removeTestIdentities);

/** A REST service that answers every POST with its body, changed. */
async function changingService(
  change: (product: Record<string, unknown>) => object,
): Promise<number> {
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.stringify(change(JSON.parse(Buffer.concat(parts).toString())));
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  return portOf(server);
}

const against = (rest: number, soap: number, more = '') => `wirebench: 1
name: Alike
target: {rest: "http://127.0.0.1:${rest}", soap: "http://127.0.0.1:${soap}"}
factors: {protocol: [rest, soap], shape: [small], users: 1}
load: {model: closed, requests: 10}
workers: 1
verify: none
${more}`;

describe('services that answer differently', () => {
  const run = async (rest: number, more = '') => {
    const soap = await startService({ protocol: 'soap' });
    onTestFinished(async () => void (await soap.stop()));
    return runs.runToEnd(against(rest, soap.port, more));
  };

  it('stop the run before anything is measured, unless the check is skipped', async () => {
    const rest = await changingService((product) => ({ ...product, name: 'Tea' }));
    const { run: stopped, trials } = await run(rest);
    expect([stopped.status, trials]).toEqual(['failed', []]);
    expect(stopped.warnings.join()).toContain(
      'REST and SOAP answer small differently: at name REST has "Tea" and SOAP "Coffee".',
    );
    const skipped = await run(rest, 'equivalence: skip\n');
    expect([skipped.run.status, skipped.trials.length]).toEqual(['completed', 2]);
  });

  it('that do not answer at all are reported by the trials', async () => {
    const { run: ended, trials } = await run(1);
    expect(ended.warnings.join()).toContain('The answers of REST could not be compared');
    expect(trials.map(({ status }) => status)).toEqual(['failed', 'completed']);
  });
});

const asked = ['rest', 'soap', 'grpc'] as const;

/** Data that are quick to create. */
const smallData: Partial<Record<WorkloadName, string>> = {
  store: 'data: {bcryptCost: 4, users: 30}',
  team: 'data: {fileBytes: 30000}',
};

/** Every shape of a workload over the protocols that all machines have. */
function everyShape(workload: WorkloadName): string {
  const { shapes, operationOf } = workloadOf(workload);
  const names = shapes.flatMap(({ name }) => {
    const operation = operationOf(name);
    const everywhere = asked.every((protocol) => operation && isOffered(operation, protocol));
    return everywhere && operation?.stream === 'none' ? [name] : [];
  });
  return `wirebench: 1
name: Every shape
workload: ${workload}
${smallData[workload] ?? ''}
factors:
  protocol: [${asked.join(', ')}]
  shape: [${names.join(', ')}]
load: {model: closed, requests: 1}
`;
}

describe.each(workloadNames)('the bundled services of %s', (workload) => {
  it('answer every shape alike in every protocol', async () => {
    const read = readExperiment(everyShape(workload));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    expect(askedShapes(read.experiment).length).toBeGreaterThan(0);
    const stacks = new StacksOfRun();
    const place = { home: runs.home, folder: runs.home, niceness: 0, cores: null, stacks };
    const { signal } = new AbortController();
    const asker = new Asker();
    onTestFinished(() => asker.close());
    expect(await checkEquivalence(read.experiment, place, asker, signal)).toEqual([]);
  });
});
