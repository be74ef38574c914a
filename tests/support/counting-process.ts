import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import type { CountingReport } from './counting-target.ts';

/**
 * Process entry, `counting-process.ts HOST PORT`: a foreign server that answers every request immediately and
 * records its origin and arrival time. On each line of its input it prints them.
 */
const [host, port] = process.argv.slice(2);
const cameAt: Record<string, number[]> = {};
let times = 0;

const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  const from = request.socket.remoteAddress ?? '';
  cameAt[from] ??= [];
  cameAt[from].push(Number(process.hrtime.bigint()) / 1e6);
  response.setHeader('content-type', 'application/json');
  response.end('{"is":"there"}');
});
server.listen(Number(port), host, () => process.stdout.write('listening\n'));

createInterface({ input: process.stdin }).on('line', () => {
  times += 1;
  const report: CountingReport = { cameAt };
  process.stdout.write(`report ${times} ${JSON.stringify(report)}\n`);
});
