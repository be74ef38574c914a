import net, { type AddressInfo } from 'node:net';
import { randomSource } from '../../workloads/messages/text.ts';
import type { DelayingCommand, DelayingReport, Delays, Holds } from './delaying-service.ts';
import { plainGrpcServer } from './plain-grpc.ts';

/**
 * Process entry: answers every request with its own body after a programmed delay, and records how
 * long it held each from the last byte of the request on. Its timers are late by up to a millisecond
 * or two, so the actual delay differs from the programmed one; and the client may take its core.
 */
let holds: Holds = { minMs: [], maxMs: [] };
let nextDelayMs = () => 0;

function drawer(delays: Delays): () => number {
  const random = randomSource(1);
  const share = () => random() / 2 ** 32;
  if (delays.kind === 'fixed') return () => delays.ms;
  if (delays.kind === 'uniform')
    return () => delays.fromMs + share() * (delays.toMs - delays.fromMs);
  return () => (share() < delays.slowShare ? delays.slowMs : delays.ms);
}

const millisecondsSince = (start: bigint) => Number(process.hrtime.bigint() - start) / 1e6;

function hold(answer: () => void): void {
  const start = process.hrtime.bigint();
  setTimeout(() => {
    holds.minMs.push(millisecondsSince(start));
    answer();
    holds.maxMs.push(millisecondsSince(start));
  }, nextDelayMs());
}

/** Requests are small and come one at a time, so each arrives in one piece. */
const rest = () =>
  net.createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (request) => {
      const body = request.subarray(request.indexOf('\r\n\r\n') + 4);
      const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;
      const answer = Buffer.concat([Buffer.from(head), body]);
      hold(() => socket.write(answer));
    });
  });

const report = (message: DelayingReport) => process.send?.(message);

process.on('message', (command: DelayingCommand) => {
  if (command.type === 'take') {
    report({ type: 'holds', holds });
    holds = { minMs: [], maxMs: [] };
    return;
  }
  nextDelayMs = drawer(command.delays);
  const server = command.protocol === 'rest' ? rest() : plainGrpcServer(hold);
  server.listen(0, '127.0.0.1', () => {
    report({ type: 'listening', port: (server.address() as AddressInfo).port });
  });
});
process.on('disconnect', () => process.exit());
