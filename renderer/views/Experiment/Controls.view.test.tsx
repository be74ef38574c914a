import { fireEvent, screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { find, openView, settled } from '../../../tests/support/dom/view-window.tsx';
import { experiment, useExperiment } from '../../document/experimentStore.ts';

const written = () => parse(useExperiment.getState().text);

async function openForm(text: string) {
  experiment.load(text, { kind: 'file', name: 'mine.bench.yaml', path: null });
  await openView({ route: '#/experiment' });
  await find('form', 'Experiment');
  await settled();
}

/** The control with this name: forms are too large to ask for roles. */
const named = <Control extends HTMLElement>(name: string) => {
  const [found] = screen.getAllByLabelText(name);
  return found as Control;
};

/** Replaces the text of a field at once. */
async function write(name: string, text: string) {
  fireEvent.change(named(name), { target: { value: text } });
  await settled();
}

/** Takes one of a few, by its word in the group with this name. */
async function take(group: string, option: string) {
  const labels = [...named(group).querySelectorAll('label')];
  labels.find((label) => label.textContent === option)?.click();
  await settled();
}

/** Takes the one of a few that has this word. */
async function pick(option: string) {
  const labels = [...document.querySelectorAll<HTMLElement>('[role=radiogroup] label')];
  const found = labels.find((label) => label.textContent === option);
  expect(found, option).toBeDefined();
  found?.click();
  await settled();
}

const remote = `wirebench: 1
name: There
factors: {protocol: [rest, grpc], shape: [small], users: [1]}
load: {model: closed, duration: 5s}
`;

it('writes where services are, and how long a trial takes', async () => {
  await openForm(remote);
  await take('Measure by', 'Requests');
  expect(written().load).toEqual({ model: 'closed', requests: 1000 });
  await take('Measure by', 'Time');
  expect(written().load).toEqual({ model: 'closed', duration: '10s' });
  await pick('Addresses');
  expect(Object.keys(written().target)).toEqual(['rest', 'grpc']);
  await write('Address of the soap service', 'http://a:1');
  await write('Address of the rest service', '');
  expect(written().target).toEqual({ grpc: '127.0.0.1:50051', soap: 'http://a:1' });
  await pick('On another machine');
  await write('Machine of the services', 'north');
  expect(written().target).toEqual({ on: 'north' });
  await pick('Bundled services');
  expect(written().target ?? 'bundled').toBe('bundled');
  await pick('Shared');
  expect(written().connections).toEqual({ shared: 4 });
  await write('Number of shared connections', '9');
  expect(written().connections).toEqual({ shared: 9 });
});
