import { expect, it } from 'vitest';
import { WirebenchError } from '../contracts/errors.ts';
import { ScriptedDriver, scriptedRequest } from '../tests/support/scripted-driver.ts';
import type { Failure } from './drivers/driver.ts';
import { callOnce, connectOnce } from './single-call.ts';

const errorOf = (what: string, { kind, code, message }: Failure) =>
  new WirebenchError('INTERNAL', `${what}: ${kind} ${code} ${message}`);

it('connects, or says why not, or that it took too long', async () => {
  const driver = new ScriptedDriver();
  const [one, other, late] = [driver.open(), driver.open(), driver.open()];
  const connected = connectOnce(one, 60_000, errorOf);
  one.accept();
  await connected;
  const refused = connectOnce(other, 60_000, errorOf);
  other.refuse();
  await expect(refused).rejects.toThrow('The driver did not connect: connect ECONNREFUSED refused');
  await expect(connectOnce(late, 7, errorOf)).rejects.toThrow(
    'The driver did not connect: timeout TIMEOUT no answer within 7 ms',
  );
});

it('calls, and takes the time; or says why not, or that it took too long', async () => {
  const connection = new ScriptedDriver(3).open();
  connection.accept();
  const before = process.hrtime.bigint();
  const called = callOnce(connection, scriptedRequest, 60_000, errorOf);
  const sent = process.hrtime.bigint();
  const reply = () => ({ id: '1' });
  connection.inFlight[0]?.succeeded(9, reply);
  const { sentAt, answeredAt, ...others } = await called;
  expect(others).toEqual({ size: 9, reply });
  const times = [before, sentAt, sent, answeredAt];
  expect(times.toSorted((a, b) => Number(a - b))).toEqual(times);
  const failed = callOnce(connection, scriptedRequest, 60_000, errorOf);
  connection.lose();
  await expect(failed).rejects.toThrow('A call did not succeed: reset ECONNRESET reset');
  connection.accept();
  await expect(callOnce(connection, scriptedRequest, 8, errorOf)).rejects.toThrow(
    'A call did not succeed: timeout TIMEOUT no answer within 8 ms',
  );
});
