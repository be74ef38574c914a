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

it('changes the workload, with a shape that it has and without the data of the other', () => {
  const changed = withWorkload(file('product', 'data: {users: 5}\n'), 'inventory');
  expect(changed).toContain('workload: inventory');
  expect(changed).toContain('shape: [xs]');
  expect(changed).toContain('protocol: [rest] # the usual');
  expect(changed).not.toContain('data:');
});

it('keeps shapes that the workload has', () => {
  expect(withWorkload(file('team'), 'product')).toBe(file('product'));
});

it('leaves it to the engine to refuse a workload that there is not', () => {
  expect(withWorkload(file('product'), 'other')).toBe(file('other'));
});

it('brings use cases where the load is a plan, and shapes where it is none', () => {
  const plan = file('product').replace('model: closed', 'model: plan');
  expect(withWorkload(plan, 'delivery')).toContain('shape: [case-1-user]');
  const cases = file('delivery').replace('typical, stress', 'case-2b');
  expect(withModel(cases, 'closed')).toBe(cases);
  const shapes = withModel(cases.replace('model: closed', 'model: plan'), 'closed');
  expect(shapes).toContain(`shape: [${workloadOf('delivery').shapes[0]?.name}]`);
});

describe('a service of the user’s own', () => {
  const text = `service:
  requests:
    small: {doc: One order, rest: {path: /}}
    create: {grpc: {method: a.B/C}}
    unfinished:
factors: {shape: [small]}
load: {model: closed}
`;
  const workload = () => workloadInFile(readText(text).data);

  it('is a workload whose shapes are its requests', () => {
    expect(workload().shapes.map(({ name, doc }) => `${name}: ${doc}`)).toEqual([
      'small: One order',
      'create: create',
    ]);
    expect(workload().operationOf('create')?.notIn).not.toContain('grpc');
    expect(workload().operationOf('create')?.notIn).toContain('rest');
  });

  it('keeps its shapes when the load changes, and loses those that it does not have', () => {
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
