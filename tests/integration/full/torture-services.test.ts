import { expect, it } from 'vitest';
import { isAlive } from '../../support/processes.ts';
import { until } from '../../torture/attacks.ts';
import { Services } from '../../torture/wire/services.ts';

it('lanes that ask for one service at once get the same, and none is left', async () => {
  const services = new Services();
  const [one, other] = await Promise.all([services.of('rest', 'off'), services.of('rest', 'off')]);
  expect(other.pid).toBe(one.pid);
  process.kill(one.pid, 'SIGKILL');
  expect(await until(() => !isAlive(one.pid))).toBe(true);
  const next = await services.of('rest', 'off');
  expect(next.pid).not.toBe(one.pid);
  await services.stop();
  expect(await until(() => !isAlive(next.pid))).toBe(true);
});
