import { expect, it } from 'vitest';
import { find, openView, said } from '../../../tests/support/dom/view-window.tsx';

const openServices = () => openView({ route: '#/services' });

it('lists the bundled services', async () => {
  await openServices();
  await find('table', 'Bundled services');
  expect(await said('table', 'Bundled services')).toMatchSnapshot();
});

it('shows the interface file of a service, in the workload that is chosen', async () => {
  const { press } = await openServices();
  await press('gRPC service');
  await press('Interface file', 'tab');
  await find('button', /^Copy product/);
  expect(await said('tabpanel', 'Interface file')).toMatchSnapshot();
});
