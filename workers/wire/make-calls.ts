import { setTimeout as delay } from 'node:timers/promises';
import { WirebenchError } from '../../contracts/errors.ts';
import type { EncodedCall } from '../../contracts/sizes.ts';
import type { WireDone, WireOrder } from '../../contracts/wire-messages.ts';
import type { Message } from '../../workloads/description.ts';
import { messageHidden } from '../../workloads/own-service/secrets.ts';
import { ByteMeter } from '../byte-meter.ts';
import type { Connection, ReplySource } from '../drivers/driver.ts';
import { protocolClients } from '../registry.ts';
import { nextOf, type RequestSource, requestSource } from '../request-source.ts';
import { openDriver, requestsOf } from '../requests-of.ts';
import { callOnce, connectOnce, type FailureError } from '../single-call.ts';
import { ContentsLog } from '../sizes/contents.ts';
import { callSizes } from '../sizes/first-call.ts';
import { Verifier } from '../verifier.ts';

/**
 * Pause between two calls, so that frames after an answer (window updates, acknowledgements) are not
 * attributed to the next.
 */
const pauseMs = 40;

/**
 * Connects one driver and makes some sequential calls; every answer is checked.
 * @throws WirebenchError WIRE_CAPTURE_FAILED
 */
export async function makeCalls(order: WireOrder): Promise<WireDone> {
  const { cell, address, timeoutMs } = order;
  const requests = requestsOf(order, cell);
  const meter = new ByteMeter();
  const driver = await openDriver(order, cell, { address, timeoutMs, meter, resumption: false });
  const source = requestSource(driver, requests, { first: 0, step: 1 });
  const verifier = new Verifier('all', requests);
  const { contents: isWanted, custom } = order;
  const own = isWanted && custom ? await callSizes(order, requests) : null;
  const sizes = isWanted && !custom ? await protocolClients[cell.protocol].sizes() : null;
  const failed = failureOf(order);
  const startedAt = process.hrtime.bigint();
  let connection = driver.open();
  const contents = sizes && new ContentsLog(sizes, { name: order.workload }, requests);
  const calls: WireDone['calls'] = [];
  const ownCalls: EncodedCall[] = [];
  try {
    for (let call = 0; call < order.calls; call++) {
      if (call > 0) await delay(pauseMs);
      // Some services close after each answer.
      if (!connection.usable) {
        connection = driver.open();
        await connectOnce(connection, timeoutMs, failed);
      }
      const { sentAt, answeredAt, message, answer } = await timedCall(
        connection,
        source,
        verifier,
        { timeoutMs, failed },
      );
      calls.push({ sentAt, answeredAt });
      if (answer) contents?.add(requests.varies ? call : 0, message, answer());
      const encoded = answer && own?.({ request: message, answer: answer() });
      if (encoded) ownCalls.push(encoded);
    }
    await delay(pauseMs);
  } finally {
    connection.close();
    driver.close();
  }
  await delay(pauseMs);
  const counted = meter.take();
  const ofOwn = own && { calls: ownCalls, request: null, answer: null };
  return { startedAt, calls, counted, contents: contents?.done() ?? ofOwn };
}

/** A service's error message may quote the request. */
function failureOf({ custom }: Pick<WireOrder, 'custom'>): FailureError {
  const hidden = custom ? messageHidden(custom) : (text: string) => text;
  return (what, { kind, code, message }) =>
    new WirebenchError('WIRE_CAPTURE_FAILED', `${what}: ${hidden(message)} (${kind}, ${code})`);
}

async function timedCall(
  connection: Connection,
  source: RequestSource,
  verifier: Verifier,
  { timeoutMs, failed }: { readonly timeoutMs: number; readonly failed: FailureError },
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
