import { once } from 'node:events';
import { fireEvent, screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { find, has, openView, rowsOf, said } from '../../../tests/support/dom/view-window.tsx';
import { madeSizes, sizeEntry, someBytes } from '../../../tests/support/made-sizes.ts';

const call = (unit: number) => ({
  ...{ request: someBytes(unit), answer: someBytes(unit + 1), setUp: someBytes(unit + 2) },
});
const sizes = madeSizes({
  ...{ tls: 'tls1.2', dates: 'date-only', takenAt: new Date().toISOString() },
  entries: [
    sizeEntry(),
    sizeEntry({ protocol: 'grpc', fresh: call(10), reused: null }),
    sizeEntry({ shape: 'typical', fresh: call(20), differs: '3 bytes more than computed.' }),
  ],
  published: [
    {
      ...{ source: 'kth-2023, Table 4.2', shape: 'small', side: 'request', encoding: 'JSON' },
      ...{ published: 1200, ours: 1500, deviation: 25 },
    },
    {
      ...{ source: 'vu-2020, Table 1', shape: 'typical', side: 'answer', encoding: 'Protobuf' },
      ...{ published: 0, ours: 7, deviation: null },
    },
  ],
  skipped: [
    { protocol: 'soap', shape: 'small', reason: 'SOAP has no such call.' },
    { protocol: 'rest', shape: 'large', reason: 'REST did not answer.', failed: true },
  ],
});

/** A window whose engine measures this: never with mutual TLS, and not with TLS 1.3; and what it was asked for. */
async function openSizes() {
  const asked: unknown[] = [];
  const view = await openView({
    route: '#/sizes',
    calls: (api) => ({
      sizes: {
        measure: api.sizes.measure.handler(async ({ input, signal }) => {
          asked.push(input);
          if (input.tls === 'mtls' && signal) await once(signal, 'abort');
          if (input.tls === 'tls1.3') throw new WirebenchError('WIRE_CAPTURE_FAILED', 'No answer');
          return sizes;
        }),
      },
    }),
  });
  await find('heading', 'Nothing measured yet');
  return { asked, ...view };
}

it('shows what was measured, layer by layer, with what was published and what failed', async () => {
  const { press, asked, saved } = await openSizes();
  await press('Measure');
  await find('table', 'Bytes by shape, protocol and layer');
  const main = await said();
  expect(main.slice(0, main.indexOf('## Byte inspector'))).toMatchSnapshot();
  expect(asked).toMatchObject([{ workload: 'product', shapes: ['small', 'typical'], tls: 'off' }]);
  await press('Answer', 'radio', await find('radiogroup', 'Direction'));
  await find('figure', /^typical, answer/);
  for (const table of ['Sizes', 'Published payloads'])
    await press('Save CSV', 'button', await find('region', table));
  await expect.poll(() => saved.length).toBe(2);
  expect(await saved[0]?.text()).toMatchSnapshot('sizes');
  expect(await saved[1]?.text()).toMatchSnapshot('published');
  expect(has('button', 'Measure again')).toBe(true);
});

it('is asked for as chosen, stopped, and tried again after a failure', async () => {
  const { press, choose, asked } = await openSizes();
  await choose('TLS', 'Mutual');
  await press('Measure');
  await find('status', 'Measuring the sizes');
  await press('Stop');
  await find('heading', 'Nothing measured yet');
  await choose('Workload', 'delivery');
  await choose('Dates', /without|only/i);
  await choose('TLS', 'TLS 1.3');
  for (const protocol of ['REST', 'SOAP', 'GraphQL', 'RSocket', 'REST/2', 'REST Protobuf'])
    await press(protocol, 'checkbox');
  await press('Measure');
  await screen.findByText('WIRE_CAPTURE_FAILED');
  await press('Try again');
  await expect.poll(() => asked.length).toBe(3);
  const second = { workload: 'delivery', shapes: ['user', 'delivery'], protocols: ['grpc'] };
  expect(asked.slice(1)).toMatchObject(
    [1, 2].map(() => ({ ...second, tls: 'tls1.3', dates: 'date-only' })),
  );
  await press('gRPC', 'checkbox');
  await screen.findByText('Choose at least one protocol.');
  expect((await find('button', 'Measure')).hasAttribute('disabled')).toBe(true);
});

it('tells what each byte of a message is for, and of one that is pasted', async () => {
  const { choose } = await openSizes();
  const inspector = await find('region', 'Byte inspector');
  expect(await said('region', 'Byte inspector')).toMatchSnapshot();
  const rows = (await find('table', 'Protobuf, part by part')).querySelectorAll('tbody tr');
  fireEvent.focusIn(rows[2] ?? document.body);
  await expect.poll(() => inspector.querySelectorAll('[data-marked]').length).toBeGreaterThan(3);
  const marked = [...inspector.querySelectorAll('[data-marked]')];
  expect(marked.map(({ textContent }) => textContent)).toMatchSnapshot('marked');
  await choose('Part', 'answer');
  await screen.findByText(/^Answers come from the service/);
  await choose('Part', 'request');
  await choose('Message of shape', 'large');
  await screen.findByText(/^This message is long/);
  const paste = await find('textbox', /^Or paste your own/);
  fireEvent.change(paste, {
    target: { value: '0a013712035465617801' },
  });
  await screen.findByText(/^Ignored: /);
  expect((await rowsOf('Protobuf, part by part')).map((cells) => cells.join(' '))).toMatchSnapshot(
    'pasted',
  );
  const long = 'x'.repeat(20);
  fireEvent.change(paste, {
    target: { value: JSON.stringify({ id: '', name: long, description: '' }) },
  });
  await screen.findByText(/… \(\d+\)$/);
  fireEvent.change(paste, { target: { value: '{"id":' } });
  await screen.findByText('The pasted data is not a valid message of this type.');
  fireEvent.change(paste, { target: { value: '{"id":"","name":"","description":""}' } });
  expect(await screen.findAllByText('no bytes: all fields have default values')).toHaveLength(1);
});
