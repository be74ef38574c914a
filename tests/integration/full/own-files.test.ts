import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ResultDocument } from '../../../contracts/result.ts';
import { openEngine } from '../../../engine/api/engine.ts';
import { wirebench } from '../../support/command-line.ts';
import { inOneFile, money, orders } from '../../support/own-orders.ts';
import { ownExperiment, ownGrpcService } from '../../support/own-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function command(home: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await wirebench(home, args);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return stdout;
}

async function run(home: string, ...args: string[]) {
  const printed = await command(home, 'run', '--quiet', '--json', ...args);
  const { trials }: ResultDocument = JSON.parse(printed);
  return trials.map(({ status, requests }) => ({ status, ok: requests.ok }));
}

it('an experiment is run again by the files that its run has kept, also where they never were', async () => {
  const { address } = await ownGrpcService(inOneFile, 'shop.v1.Orders', {
    GetOrder: ({ order_id }) => ({ order_id }),
  });
  const experiment = ownExperiment(
    `  grpc: {address: "${address}", description: orders.proto, imports: protos}
  data: {rows: {file: ./rows.csv}}
  requests: {get: {grpc: {method: shop.v1.Orders/GetOrder, message: {orderId: "{{rows.id}}"}}}}`,
    'protocol: [grpc], shape: [get], users: [2]',
  );
  const protos = { 'orders.proto': orders, 'protos/common/money.proto': money };
  const files = { ...protos, 'rows.csv': 'id\n5\n6\n', 'own.bench.yaml': experiment };
  const folder = temporaryFolder(files);
  const [here, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const measured = [{ status: 'completed', ok: 40 }];
  expect(await run(here, join(folder, 'own.bench.yaml'))).toEqual(measured);
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
  const save = async () =>
    (await collection.create({ wish: 'own.bench.yaml', text, filesOf })).notCopied;
  expect(await save()).toEqual([]);
  const { folder: yours } = await collection.list();
  expect(readFileSync(join(yours, 'rows.csv'), 'utf8')).toBe('id\n5\n6\n');
  expect(existsSync(join(yours, 'protos/common/money.proto'))).toBe(true);
  writeFileSync(join(yours, 'orders.proto'), '// another\n');
  expect(await save()).toEqual(['orders.proto']);
});
