import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Assignment } from '../../contracts/worker-messages.ts';
import { assignmentDefaults, closedLoad } from '../../tests/support/loads.ts';
import { type Loopback, listen, plainAddress } from '../../tests/support/loopback.ts';
import { productWorkload } from '../../workloads/product/product.ts';
import type { ShapeRequests } from '../../workloads/workload.ts';
import { encodeJson } from '../codecs/json.ts';
import { requestsOf } from '../requests-of.ts';
import { type TrialEnd, type TrialOptions, WorkerTrial } from '../trial.ts';
import { callSizes, sizesUnknown } from './first-call.ts';

const cell = { protocol: 'rest', shape: 'small', tls: 'off', client: 'raw' } as const;
const { echo } = productWorkload.description.operations;
const product = requestsOf(assignmentDefaults, cell).request(0);
const body = echo ? encodeJson(echo.request, product).toString() : '';

let server: Loopback;
afterEach(() => server?.close());

/** The end of a trial of nine requests, each answered with `text`. */
async function endOf(text: string, change: Partial<Assignment>, options: TrialOptions) {
  const length = Buffer.byteLength(text);
  server = await listen((socket: Socket) => {
    socket.on('data', () =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${text}`),
    );
  });
  const assignment: Assignment = {
    ...assignmentDefaults,
    ...{ cell, address: plainAddress(server.port), timeoutMs: 60_000, verify: 'all' },
    ...{ load: closedLoad({ users: 3 }), requests: 9 },
    ...change,
  };
  const { promise, resolve } = Promise.withResolvers<TrialEnd>();
  const events = { tick: () => undefined, done: resolve };
  const trial = await WorkerTrial.prepare(assignment, events, options);
  trial.start(process.hrtime.bigint());
  return await promise;
}

describe('a trial whose answers are checked', () => {
  const message = { payload: body.length, envelope: 0, beside: { framing: 0, headers: 0 } };

  it('reports the message sizes of its first verified call', async () => {
    expect(await endOf(body, {}, {})).toMatchObject({
      issued: 9,
      encoded: { request: message, answer: message },
    });
  });

  it.each([
    ['no answer was decoded', body, { verify: 'none' as const }, {}],
    ['no answer was right', body.replace(/"id":"./, '"id":"?'), {}, {}],
    ['another worker reports', body, { worker: 1, workers: 2 }, {}],
    ['nothing is measured', body, {}, { measuring: false }],
  ])('reports nothing if %s', async (_why, text, change, options) => {
    expect((await endOf(text, change, options)).encoded).toBeNull();
  });
});

describe('the sizes of a streamed request', () => {
  it('are not reported if it varies, since only its first message is kept', async () => {
    const requests = requestsOf(assignmentDefaults, cell);
    const operation = { ...requests.operation, stream: 'request' as const };
    const varying: ShapeRequests = { ...requests, operation, varies: true };
    expect(await callSizes({ cell, workload: 'product', address: plainAddress(1) }, varying)).toBe(
      sizesUnknown,
    );
  });
});
