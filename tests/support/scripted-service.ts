import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An HTTP service in a separate process that behaves as a test needs it: `scripted-service.ts MODE
 * [NUMBER…]`. It prints its port and ends with its standard input. Every answer is the same small JSON.
 *
 * - `freeze EVERY FOR`: answers immediately, but pauses for FOR milliseconds in every EVERY.
 * - `slots EVERY`: answers one request every EVERY milliseconds by the clock, whatever the load.
 * - `delay FOR MOST`: answers each request after FOR milliseconds, with 503 if MOST were waiting
 *   already.
 */
const [mode, ...numbers] = process.argv.slice(2);
const [first = 0, second = 0] = numbers.map(Number);

const body = '{"status":"stored"}';
function answer(response: ServerResponse, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

let waiting = 0;
function answerAfter(response: ServerResponse, ms: number, most: number): void {
  const status = waiting < most ? 200 : 503;
  waiting++;
  setTimeout(() => {
    waiting--;
    answer(response, status);
  }, ms);
}

/** By the clock and not one after the other, so that a late timer costs no throughput. */
let nextSlot = 0;
function answerInSlot(response: ServerResponse, everyMs: number): void {
  const now = performance.now();
  nextSlot = Math.max(now, nextSlot) + everyMs;
  setTimeout(() => answer(response), nextSlot - now);
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (mode === 'slots') answerInSlot(response, first);
    else if (mode === 'delay') answerAfter(response, first, second);
    else answer(response);
  });
});
if (mode === 'freeze') {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.wait(cell, 0, 0, second), first);
}
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().on('end', () => process.exit());
