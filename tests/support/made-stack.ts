import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { sourcesHash } from '../../engine/stacks/stacks.ts';
import { temporaryFolder } from './temporary-folder.ts';

const serving = (before: string) => `
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (piece) => { body += piece; });
    request.on('end', () => {
      answered++;
      ${before}
      response.setHeader('content-type', 'application/json');
      response.end(body);
    });
  });
  server.listen(order.port, order.host, () =>
    say({ type: 'started', port: server.address().port, runtime: 'Made 1.0', libraries: { made: '2.0' } }));`;

/** The reaction of a program to a start command; `respond` sends JSON, `count` counts an answer. */
const behaviours = {
  /** The echo of the product workload over REST. */
  echoes: serving(''),
  /** The same, until its luck runs out. */
  dies: serving("if (answered > 20) { console.error('out of luck'); process.exit(3); }"),
  refuses: `say({ type: 'failed', message: 'there is no ' + order.protocol + ' here' });`,
  chatters: `process.stdout.write('Listening on port 80\\n');`,
} as const;

const program = (body: string) => `#!${process.execPath}
const { createServer } = require('node:http');
const { createInterface } = require('node:readline');
let answered = 0;
const say = (report) => process.stdout.write(JSON.stringify(report) + '\\n');
process.on('SIGTERM', () => undefined);
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const order = JSON.parse(line);
    if (order.type === 'measure') say({ type: 'measured', id: order.id, answered, heapUsedBytes: process.memoryUsage().heapUsed, heapTotalBytes: process.memoryUsage().heapTotal });
    else if (order.type === 'stop') process.exit(0);
    else { ${body} }
  })
  .on('close', () => process.exit(0));
`;

/**
 * Replaces the Go services with a program written for this test, as if it had been built there.
 * Its protocol is the real one; it serves the minimum that a test needs.
 */
export async function madeStack(behaviour: keyof typeof behaviours): Promise<void> {
  const folder = temporaryFolder();
  const before = process.env.WIREBENCH_STACKS;
  process.env.WIREBENCH_STACKS = folder;
  onTestFinished(() => {
    if (before === undefined) delete process.env.WIREBENCH_STACKS;
    else process.env.WIREBENCH_STACKS = before;
  });
  const out = join(folder, 'go');
  mkdirSync(out);
  // Without a package.json above it, a file without an extension is CommonJS.
  writeFileSync(join(out, 'wirebench-go'), program(behaviours[behaviour]));
  chmodSync(join(out, 'wirebench-go'), 0o755);
  const stamp = { sources: await sourcesHash('go'), toolchain: '1.0' };
  writeFileSync(join(out, 'built.json'), JSON.stringify(stamp));
}
