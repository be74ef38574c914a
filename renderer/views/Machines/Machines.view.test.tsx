import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { find, openView, said } from '../../../tests/support/dom/view-window.tsx';
import {
  noMachinesJoin,
  scriptedMachine,
  scriptedMachines,
} from '../../../tests/support/scripted/machines.ts';

async function openMachines(
  prepare: (machines: ReturnType<typeof noMachinesJoin>) => void = () => undefined,
) {
  const machines = noMachinesJoin();
  prepare(machines);
  const calls = (api: Parameters<typeof scriptedMachines>[0]) => ({
    machines: scriptedMachines(api, machines),
  });
  return { machines, ...(await openView({ route: '#/machines', calls })) };
}

const listening = {
  host: 'lab.example',
  port: 4333,
  line: 'wirebench agent --join lab.example:4333',
};

it('lets machines join at an address that was typed, and at no other', async () => {
  const { press, write, machines } = await openMachines();
  expect(await said()).toMatchSnapshot();
  await press('Add machines');
  const address = (await find('combobox', 'Address of this computer')) as HTMLInputElement;
  expect(address.value).toBe('192.168.1.5');
  await write('Address of this computer', '127.0.0.1', 'combobox');
  await screen.findByText(/Only this computer itself reaches this address/);
  await write('Address of this computer', 'lab.example', 'combobox');
  await write('Port', '0');
  await press('Listen');
  await screen.findByText(/expected 1 to 65535/);
  await write('Port', '4333');
  await write('WebSocket', '4333');
  await press('Listen');
  await screen.findByText(/expected another port/);
  expect(machines.state.listening).toBeNull();
  await write('WebSocket', '4443');
  await press('Listen');
  await screen.findByText(/^npx wirebench agent --join lab.example:4333 --token/);
  expect(machines.state.listening).toMatchObject({
    host: 'lab.example',
    port: 4333,
    webSocketPort: 4443,
  });
  expect(await said()).toMatchSnapshot();
});

it('lists machines with what they do, and asks before it lets them go', async () => {
  const { press, machines } = await openMachines(({ state }) => {
    state.listening = listening;
    state.machines = [
      scriptedMachine(0, 'north'),
      scriptedMachine(1, 'south', { clock: null }),
      scriptedMachine(2, 'held', { isFree: false }),
      scriptedMachine(3, 'loads', { isFree: false, loading: true }),
      scriptedMachine(4, 'serves', { isFree: false, serving: true }),
    ];
  });
  await screen.findByText('5 machines, 2 free');
  expect(await said()).toMatchSnapshot();
  await press('Stop listening');
  await press('Cancel');
  expect(machines.state.listening).not.toBeNull();
  await press('Stop listening');
  await press('Stop listening', 'button', await find('dialog', 'Stop listening?'));
  await expect.poll(() => machines.state.listening).toBeNull();
  await find('heading', 'This computer generates all load');
});

it('says what hinders joining, and why it cannot be done', async () => {
  const { press, machines } = await openMachines(({ state }) => {
    state.obstacle = {
      code: 'MACHINES_UNAVAILABLE',
      message: 'There is no nats-server',
      hint: 'Install it.',
    };
  });
  await screen.findByText(/Install it\./);
  machines.refusal = {
    code: 'MACHINES_UNAVAILABLE',
    message: 'Port 4222 is in use',
    hint: 'Choose another.',
  };
  await press('Add machines');
  await press('Listen');
  await screen.findByText(/Port 4222 is in use/);
  expect(await said('dialog')).toMatchSnapshot();
});
