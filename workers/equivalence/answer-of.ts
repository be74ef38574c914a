import type { Ask, EquivalenceMessage } from '../../contracts/equivalence.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import { ByteMeter } from '../byte-meter.ts';
import type { Failure } from '../drivers/driver.ts';
import { openDriver, requestsOf } from '../requests-of.ts';
import { callOnce, connectOnce } from '../single-call.ts';

function failed(what: string, { kind, code, message }: Failure): WirebenchError {
  return new WirebenchError('TARGET_UNREACHABLE', `${what}: ${message} (${kind}, ${code})`);
}

/**
 * Makes the first request of a cell's shape and decodes its answer.
 * @throws WirebenchError TARGET_UNREACHABLE when there is none, or none that can be decoded.
 */
export async function answerOf(ask: Ask): Promise<EquivalenceMessage> {
  const { cell, address, timeoutMs } = ask;
  const requests = requestsOf(ask, cell);
  const place = { address, timeoutMs, meter: new ByteMeter(), resumption: false };
  const driver = await openDriver(ask, cell, place);
  const connection = driver.open();
  try {
    const prepared = driver.prepare(requests.operation, requests.request(0));
    await connectOnce(connection, timeoutMs, failed);
    const { reply } = await callOnce(connection, prepared, timeoutMs, failed);
    if (!reply) throw new TypeError('the driver kept no answer');
    return { type: 'answered', answer: reply() };
  } finally {
    connection.close();
    driver.close();
  }
}
