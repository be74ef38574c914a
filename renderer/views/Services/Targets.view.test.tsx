import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { find, has, openView, said } from '../../../tests/support/dom/view-window.tsx';
import { useExperiment } from '../../document/experimentStore.ts';
import { checkKey, useTargetChecks } from './remote/targetChecks.ts';

/** A window whose engine finds REST reachable and refuses to check SOAP; what was asked. */
async function openServices() {
  const asked: unknown[] = [];
  const view = await openView({
    route: '#/services',
    calls: ({ services, stacks }) => ({
      stacks: { list: stacks.list.handler(() => []) },
      services: {
        check: services.check.handler(({ input }) => {
          asked.push(input);
          if (input.protocol === 'soap')
            throw new WirebenchError('WIRE_CAPTURE_FAILED', 'No answer');
          const verdict = input.protocol === 'rest' ? 'doubtful' : 'unreachable';
          return {
            ...{ protocol: input.protocol, address: input.address, at: new Date().toISOString() },
            verdict,
            steps: [
              { step: 'resolve', outcome: 'ok', ms: 1.5, words: 'One address.' },
              { step: 'connect', outcome: 'doubtful', ms: 22, words: 'Slow.' },
              { step: 'probe', outcome: 'failed', ms: 333, words: 'No answer.' },
            ],
          } as const;
        }),
      },
    }),
  });
  await find('heading', 'No remote targets');
  return { asked, ...view };
}

it('keeps remote targets, checks them, and brings a removed one back', async () => {
  const { press, write, engine, asked } = await openServices();
  await press('Add');
  await press('Save');
  const none = 'Enter an address for at least one protocol.';
  await screen.findByText(none);
  await screen.findByText('expected a name');
  await write('Name', 'Lab');
  await write('gRPC address', 'http://nowhere');
  expect(screen.queryByText(none)).toBeNull();
  await press('Save');
  await screen.findByText('expected an address such as 127.0.0.1:50051');
  expect(screen.queryByText('expected a name')).toBeNull();
  await write('gRPC address', ' 127.0.0.1:1 ');
  await write('REST address', 'http://lab.example:1');
  await write('SOAP address', 'https://other.example/soap');
  await press(/^Services at host:port/, 'checkbox');
  await press('Save');
  await expect.poll(() => has('dialog')).toBe(false);
  const [target] = await engine.services.targets.list();
  const addresses = {
    rest: 'http://lab.example:1',
    soap: 'https://other.example/soap',
    grpc: '127.0.0.1:1',
  };
  expect(target).toMatchObject({ name: 'Lab', grpcTls: true, addresses });
  await find('heading', /^Lab/);
  expect(await said()).toMatchSnapshot('not checked');
  await press('Check');
  await screen.findByText('The address could not be checked');
  expect(asked).toEqual([
    { protocol: 'rest', address: addresses.rest, tls: false },
    { protocol: 'soap', address: addresses.soap, tls: true },
    { protocol: 'grpc', address: addresses.grpc, tls: true },
  ]);
  expect(await said()).toMatchSnapshot('checked');
  await press('Confirm…');
  await press('I am allowed to load this host');
  await find('dialog', 'Load other.example?');
  await press('Cancel');
  await expect
    .poll(async () => (await engine.services.targets.list())[0]?.hosts)
    .toEqual([
      { host: 'lab.example', confirmed: true },
      { host: 'other.example', confirmed: false },
    ]);
  await screen.findByText(/^No load goes to other.example before/);
  await press('Confirm…');
  await press('I am allowed to load this host');
  await screen.findByText(/allowed to load lab.example, other.example\.$/);
  expect(await said('table', 'Remote targets')).toContain('| confirmed');
  await press('Remove Lab');
  await find('heading', 'No remote targets');
  expect(await engine.services.targets.list()).toEqual([]);
  expect(has('table', 'Bundled services') && has('button', 'Start')).toBe(true);
  await press('Undo');
  await expect
    .poll(async () => (await engine.services.targets.list())[0]?.addresses)
    .toEqual(addresses);
});

it('forgets the checks of a target that is changed, and uses it in the editor', async () => {
  const { press, write, engine } = await openServices();
  const one = { name: 'One', addresses: { rest: 'http://127.0.0.1:1' }, grpcTls: false };
  await press('Add');
  await write('Name', one.name);
  await write('REST address', one.addresses.rest);
  await press('Save');
  await screen.findByText('This target is on this computer, so it needs no confirmation.');
  const [{ id = '' } = {}] = await engine.services.targets.list();
  await press('Check');
  const key = checkKey(id, 'rest');
  await expect.poll(() => useTargetChecks.getState()[key]).toMatchObject({ verdict: 'doubtful' });
  await press('Edit One');
  expect(await said('dialog')).toMatchSnapshot();
  await write('Name', 'Two');
  await press('Save');
  await find('heading', /^Two/);
  expect(useTargetChecks.getState()[key]).toBeUndefined();
  await expect
    .poll(() => engine.services.targets.list())
    .toMatchObject([{ ...one, id, name: 'Two', hosts: [] }]);
  await press('REST service');
  expect(has('button', 'Edit Two')).toBe(false);
  await press('Two');
  await press('Use in the editor');
  await expect.poll(() => window.location.hash).toMatch(/^#\/experiment/);
  expect(useExperiment.getState().text).toContain('rest: http://127.0.0.1:1');
});
