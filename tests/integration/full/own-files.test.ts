import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ResultDocument } from '../../../contracts/result.ts';
import { openEngine } from '../../../engine/api/engine.ts';
import { wirebench } from '../../support/command-line.ts';
import { inOneFile, money, orders } from '../../support/own-orders.ts';
import { ownGrpcService } from '../../support/own-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function command(home: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await wirebench(home, args);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return stdout;
}

async function run(home: string, ...args: string[]) {
  const { trials }: ResultDocument = JSON.parse(
    await command(home, 'run', '--quiet', '--json', ...args),
  );
  return trials.map(({ status, requests }) => ({ status, ok: requests.ok }));
}

it('an experiment is run again by the files that its run has kept, also where they never were', async () => {
  const service = await ownGrpcService(inOneFile, 'shop.v1.Orders', {
    GetOrder: ({ order_id }) => ({ order_id }),
  });
  onTestFinished(() => service.close());
  const folder = temporaryFolder();
  const file = join(folder, 'own.bench.yaml');
  mkdirSync(join(folder, 'protos/common'), { recursive: true });
  writeFileSync(join(folder, 'orders.proto'), orders);
  writeFileSync(join(folder, 'protos/common/money.proto'), money);
  writeFileSync(join(folder, 'rows.csv'), 'id\n5\n6\n');
  writeFileSync(
    file,
    `wirebench: 1
name: Own
service:
  grpc: {address: "${service.address}", description: orders.proto, imports: protos}
  data: {rows: {file: ./rows.csv}}
  requests:
    get: {grpc: {method: shop.v1.Orders/GetOrder, message: {orderId: "{{rows.id}}"}}}
factors: {protocol: [grpc], shape: [get], users: [2]}
load: {model: closed, requests: 40, warmUp: 0s}
workers: 1
`,
  );
  const [here, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const measured = [{ status: 'completed', ok: 40 }];
  expect(await run(here, file)).toEqual(measured);
  rmSync(folder, { recursive: true });

  const runFile = join(temporaryFolder(), 'own.wbrun');
  await command(here, 'export', 'latest', '--format', 'run', '--out', runFile);
  await command(elsewhere, 'import', runFile);
  expect(await run(elsewhere, '--again', 'latest')).toEqual(measured);

  const engine = await openEngine({ home: elsewhere });
  onTestFinished(() => engine.close());
  const filesOf = engine.resolveRunId('latest');
  const { experiment: text } = (await engine.client.runs.get({ runId: filesOf })).run;
  const { collection } = engine.client;
  const saved = await collection.create({ wish: 'own.bench.yaml', text, filesOf });
  expect(saved.notCopied).toEqual([]);
  const { folder: yours } = await collection.list();
  expect(readFileSync(join(yours, 'rows.csv'), 'utf8')).toBe('id\n5\n6\n');
  expect(existsSync(join(yours, 'protos/common/money.proto'))).toBe(true);
  writeFileSync(join(yours, 'orders.proto'), '// another\n');
  const next = await collection.create({ wish: 'own.bench.yaml', text, filesOf });
  expect(next.notCopied).toEqual(['orders.proto']);
});
