import { once } from 'node:events';
import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { find, openView, said } from '../../../tests/support/dom/view-window.tsx';
import type { SeededEngineOptions } from '../../../tests/support/seeded-engine.ts';
import { scriptedCapture } from '../../../tests/support/wire-recordings.ts';

const invented: SeededEngineOptions['calls'] = ({ wire }) => ({
  wire: {
    capture: wire.capture.handler(async ({ input, signal }) => {
      if (input.tls === 'mtls') {
        throw new WirebenchError('WIRE_CAPTURE_FAILED', 'A call did not succeed: no answer');
      }
      if (input.shape === 'stress' && signal) await once(signal, 'abort');
      return input.protocols.map((protocol) => scriptedCapture({ ...input, protocol }));
    }),
  },
});

it('tells what calls move, layer by layer, and every byte of a message', async () => {
  const { press, saved, user } = await openView({ route: '#/wire', calls: invented });
  await find('heading', 'Nothing recorded yet');
  for (const protocol of ['REST/2', 'REST Protobuf', 'GraphQL', 'RSocket'])
    await press(protocol, 'checkbox');
  await press(/^Take a/);
  await screen.findByText(/^A small \w+ call on a reused connection/);
  expect(await said()).toMatchSnapshot();
  const messages = await screen.findAllByRole('button', { name: /client to service/ });
  await user.click(messages.at(-1) ?? document.body);
  expect(await said('region', 'Bytes')).toMatchSnapshot();
  const totals = await find('region', 'Totals');
  await press('Save CSV', 'button', totals);
  await expect.poll(() => saved.length).toBe(1);
  expect(await saved[0]?.text()).toMatchSnapshot();
});

it('is stopped, says why a capture failed, and tries again', async () => {
  const { press, choose } = await openView({ route: '#/wire', calls: invented });
  await find('heading', 'Nothing recorded yet');
  await choose('Shape', 'stress');
  await press(/^Take a/);
  await find('status', 'Taking the capture');
  await press('Stop');
  await find('heading', 'Nothing recorded yet');
  await choose('Shape', 'small');
  await choose('TLS', 'Mutual');
  await press(/^Take a/);
  await screen.findByText('WIRE_CAPTURE_FAILED');
  expect(await said()).toMatchSnapshot();
  await choose('TLS', 'TLS 1.2');
  await press('Try again');
  await screen.findByText(/^A small \w+ call/);
});
