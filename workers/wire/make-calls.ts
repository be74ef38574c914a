import { setTimeout as delay } from 'node:timers/promises';
import { WirebenchError } from '../../contracts/errors.ts';
import type { WireDone, WireOrder } from '../../contracts/wire-messages.ts';
import type { Message } from '../../workloads/description.ts';
import { ByteMeter } from '../byte-meter.ts';
import type { Connection, Failure, ReplySource } from '../drivers/driver.ts';
import { stacks } from '../registry.ts';
import { nextOf, type RequestSource, requestSource } from '../request-source.ts';
import { openDriver, requestsOf } from '../requests-of.ts';
import { callOnce, connectOnce } from '../single-call.ts';
import { ContentsLog } from '../sizes/contents.ts';
import { Verifier } from '../verifier.ts';

/** Between two calls, so that what follows an answer (window updates, acknowledgements) is not taken for the next. */
const pauseMs = 40;

/**
 * Connects one driver and makes some calls, one after the other; every answer is checked.
 * @throws WirebenchError WIRE_CAPTURE_FAILED
 */
export async function makeCalls(order: WireOrder): Promise<WireDone> {
  const { cell, address, timeoutMs } = order;
  const requests = requestsOf(order, cell);
  const meter = new ByteMeter();
  const driver = await openDriver(order, cell, { address, timeoutMs, meter, resumption: false });
  const source = requestSource(driver, requests, { first: 0, step: 1 });
  const verifier = new Verifier('all', requests);
  const sizes = order.contents ? await stacks[cell.protocol].sizes() : null;
  const startedAt = process.hrtime.bigint();
  const connection = driver.open();
  const contents = sizes && new ContentsLog(sizes, { name: order.workload }, requests);
  const calls: WireDone['calls'] = [];
  try {
    await connectOnce(connection, timeoutMs, failed);
    for (let call = 0; call < order.calls; call++) {
      if (call > 0) await delay(pauseMs);
      const { sentAt, answeredAt, message, answer } = await timedCall(
        connection,
        source,
        verifier,
        timeoutMs,
      );
      calls.push({ sentAt, answeredAt });
      if (answer) contents?.add(requests.varies ? call : 0, message, answer());
    }
    await delay(pauseMs);
  } finally {
    connection.close();
    driver.close();
  }
  await delay(pauseMs);
  const counted = meter.take();
  return { startedAt, calls, counted, contents: contents?.done() ?? null };
}

function failed(what: string, { kind, code, message }: Failure): WirebenchError {
  return new WirebenchError('WIRE_CAPTURE_FAILED', `${what}: ${message} (${kind}, ${code})`);
}

async function timedCall(
  connection: Connection,
  source: RequestSource,
  verifier: Verifier,
  timeoutMs: number,
): Promise<WireDone['calls'][number] & { message: Message; answer: ReplySource | null }> {
  const { message, prepared } = nextOf(source);
  const { sentAt, answeredAt, size, reply } = await callOnce(
    connection,
    prepared,
    timeoutMs,
    failed,
  );
  const failure = verifier.check(message, size, reply);
  if (failure) throw failed('A call did not succeed', failure);
  return { sentAt, answeredAt, message, answer: reply };
}
