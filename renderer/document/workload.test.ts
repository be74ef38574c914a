import { expect, it } from 'vitest';
import { workloadOf } from '../../workloads/registry.ts';
import { withModel } from './loadModel.ts';
import { withWorkload } from './workload.ts';

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
