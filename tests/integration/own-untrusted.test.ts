import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../engine/api/engine.ts';
import { wirebench } from '../support/command-line.ts';
import { ownHttpService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const server = `
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
appendFileSync(process.argv[3], 'started\\n');
createServer((request, response) => {
  appendFileSync(process.argv[3], request.url + '\\n');
  response.end('{}');
}).listen(Number(process.argv[2]), '127.0.0.1');
`;

it('neither the run of another nor an experiment starts a program or sends a request when it is opened', async () => {
  const elsewhere = await ownHttpService(() => ({ status: 200, body: '{}' }));
  onTestFinished(() => elsewhere.close());
  const [home, other, folder] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const traces = join(folder, 'traces.txt');
  const file = join(folder, 'own.bench.yaml');
  writeFileSync(join(folder, 'server.mjs'), server);
  const text = `wirebench: 1
name: Own
target: {start: {command: "node server.mjs {{port}} ${traces}"}}
service:
  rest: {address: "http://127.0.0.1:{{port}}", auth: {oauth: {token-url: "${elsewhere.address}/token", client-id: me, client-secret: x}}}
  grpc: {address: "${elsewhere.address.replace('http://', '')}"}
  requests:
    get: {rest: {path: /x}, grpc: {method: a.B/C}}
factors: {protocol: [rest], users: [1]}
load: {model: closed, requests: 5, warmUp: 0s}
workers: 1
`;
  const withoutToken = text.replace(/, auth: .*}}}/, '}');
  writeFileSync(file, withoutToken);
  const ran = await wirebench(home, ['run', file, '--allow-commands', '--quiet']);
  expect(ran).toMatchObject({ code: 0 });
  const runFile = join(folder, 'own.wbrun');
  await wirebench(home, ['export', 'latest', '--format', 'run', '--out', runFile]);
  const before = readFileSync(traces, 'utf8');
  expect(before).toContain('/x');

  expect(await wirebench(other, ['import', runFile])).toMatchObject({ code: 0 });
  writeFileSync(file, text);
  expect(await wirebench(other, ['validate', file])).toMatchObject({ code: 0 });
  const engine = await openEngine({ home: other });
  try {
    const { client } = engine;
    const [summary] = await client.runs.list({ limit: 1 });
    await client.runs.get({ runId: summary?.id ?? '' });
    const both = text.replace('protocol: [rest]', 'protocol: [rest, grpc]');
    for (const one of [text, both]) {
      expect(await client.experiments.check({ text: one, folder })).toMatchObject({ problems: [] });
    }
  } finally {
    await engine.close();
  }
  expect(readFileSync(traces, 'utf8')).toBe(before);
  expect(elsewhere.seen).toEqual([]);
});
