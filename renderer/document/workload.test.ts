import { describe, expect, it } from 'vitest';
import { workloadOf } from '../../workloads/registry.ts';
import { readText } from './edit.ts';
import { withModel } from './loadModel.ts';
import { withFittingShapes, withWorkload, workloadInFile } from './workload.ts';

const file = (workload: string, rest = '') => `# Mine
wirebench: 1
name: x
workload: ${workload}
factors:
  protocol: [rest] # the usual
  shape: [typical, stress]
load: {model: closed, duration: 1s}
${rest}`;

it('changes the workload, with one of its shapes and without the other’s data, and keeps shapes of the workload', () => {
  const changed = withWorkload(file('product', 'data: {users: 5}\n'), 'inventory');
  expect(changed).toContain('workload: inventory');
  expect(changed).toContain('shape: [xs]');
  expect(changed).toContain('protocol: [rest] # the usual');
  expect(changed).not.toContain('data:');
  expect(withWorkload(file('team'), 'product')).toBe(file('product'));
});

it('leaves it to the engine to reject an unknown workload, and sets use cases if the load is a plan, and otherwise shapes', () => {
  expect(withWorkload(file('product'), 'other')).toBe(file('other'));
  const plan = file('product').replace('model: closed', 'model: plan');
  expect(withWorkload(plan, 'delivery')).toContain('shape: [case-1-user]');
  const cases = file('delivery').replace('typical, stress', 'case-2b');
  expect(withModel(cases, 'closed')).toBe(cases);
  const shapes = withModel(cases.replace('model: closed', 'model: plan'), 'closed');
  expect(shapes).toContain(`shape: [${workloadOf('delivery').shapes[0]?.name}]`);
});

describe('an own service', () => {
  const text = `service:
  requests:
    small: {doc: One order, rest: {path: /}}
    create: {grpc: {method: a.B/C}}
    unfinished:
factors: {shape: [small]}
load: {model: closed}
`;
  const workload = () => workloadInFile(readText(text).data);

  it('is a workload whose shapes are its requests, and keeps its shapes when the load changes, and loses unknown ones', () => {
    expect(workload().shapes.map(({ name, doc }) => `${name}: ${doc}`)).toEqual([
      'small: One order',
      'create: create',
    ]);
    expect(workload().operationOf('create')?.notIn).not.toContain('grpc');
    expect(workload().operationOf('create')?.notIn).toContain('rest');
    expect(withFittingShapes(text)).toBe(text);
    expect(withFittingShapes(text.replace('[small]', '[large]'))).toContain(
      'factors: {shape: [small]}',
    );
  });

  it('may be anything while it is written', () => {
    for (const service of [null, 7, [], {}, { requests: 7 }, { requests: { a: [] } }]) {
      expect(() => workloadInFile({ service }).shapes).not.toThrow();
    }
  });
});
