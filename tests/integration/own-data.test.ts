import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { engineRuns } from '../support/engine-runs.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();
const services: OwnService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

const names = Array.from({ length: 40 }, (_, row) => (row === 7 ? 'O"Neil, é' : `name ${row}`));
// Protobuf omits zeros, so they begin with 1.
const csv = ['id,name', ...names.map((name, row) => `${row + 1},"${name.replaceAll('"', '""')}"`)];

const orders = `syntax = "proto3";
package shop.v1;
message Line { string name = 1; int64 id = 2; }
message Order { int32 id = 1; Line line = 2; string note = 3; }
service Orders { rpc Add(Order) returns (Order); }`;

async function start(more: string) {
  const http = await ownHttpService(() => ({ status: 200, body: '{}' }));
  const http2 = await ownHttpService(() => ({ status: 200, body: '{}' }), 2);
  const grpc = await ownGrpcService(orders, 'shop.v1.Orders', { Add: (order) => order });
  services.push(http, http2, grpc);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'orders.csv'), csv.join('\n'));
  writeFileSync(join(folder, 'orders.proto'), orders);
  const text = `wirebench: 1
name: Own data
service:
  rest: {address: "${http.address}"}
  rest-h2: {address: "${http2.address}"}
  grpc: {address: "${grpc.address}", description: orders.proto}
  data: {orders: {file: orders.csv${more}}}
  requests:
    add:
      rest:
        path: "/{{orders.id}}/{{orders.name}}"
        headers: {x-id: "{{orders.id}}"}
        body: {id: "{{orders.id}}", name: "{{orders.name}}"}
      grpc: {method: shop.v1.Orders/Add, message: {id: "{{orders.id}}", line: {id: "{{orders.id}}", name: "{{orders.name}}"}, note: same}}
factors: {protocol: [rest, rest-h2, grpc], shape: [add], users: [2]}
load: {model: closed, requests: 40, warmUp: 0s}
workers: 2
verify: all
timeout: 60s
`;
  const { runId } = await runs.engine.client.runs.start({ text, folder });
  await runs.follow(runId);
  const { trials } = await runs.engine.client.runs.get({ runId });
  expect(trials.map(({ requests }) => requests)).toMatchObject([
    { ok: 40 },
    { ok: 40 },
    { ok: 40 },
  ]);
  return { http, http2, grpc };
}

/** The rows that a service over HTTP saw; every place of a request has the same one. */
const rowsSeen = ({ seen }: OwnService) =>
  seen.map(({ call, headers, body }) => {
    const { id, name } = JSON.parse(body) as { id: string; name: string };
    expect(name).toBe(names[Number(id) - 1]);
    expect(call).toBe(`POST /${id}/${encodeURIComponent(name)}`);
    expect(headers).toMatchObject({ 'x-id': id });
    return Number(id);
  });

const messagesSeen = ({ seen }: OwnService) =>
  seen.map(({ body }) => {
    const { id, line, note } = JSON.parse(body) as {
      id: number;
      line: { id: string; name: string };
      note: string;
    };
    expect(line).toEqual({ id: String(id), name: names[id - 1] });
    expect(note).toBe('same');
    return id;
  });

const all = names.map((_, row) => row + 1);
const each = (rows: readonly number[]) => [...new Set(rows)].sort((a, b) => a - b);

describe('requests with values of a data file', () => {
  it('take one row each, and between all workers every row', async () => {
    const { http, http2, grpc } = await start('');
    for (const rows of [rowsSeen(http), rowsSeen(http2), messagesSeen(grpc)]) {
      // One request before the load checks the service.
      expect(rows).toHaveLength(41);
      expect(each(rows)).toEqual(all);
    }
  });

  it('take the same rows at random in every protocol', async () => {
    const { http, http2, grpc } = await start(', pick: random');
    const sorted = [rowsSeen(http), rowsSeen(http2), messagesSeen(grpc)].map((rows) =>
      rows.sort((a, b) => a - b),
    );
    expect(sorted[1]).toEqual(sorted[0]);
    expect(sorted[2]).toEqual(sorted[0]);
    expect(each(sorted[0] ?? []).length).toBeLessThan(all.length);
  });
});

async function run(text: string, csvText: string) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'users.csv'), csvText);
  const { runId } = await runs.engine.client.runs.start({ text, folder });
  await runs.follow(runId);
  return (await runs.engine.client.runs.get({ runId })).trials;
}

describe('rows that are used once', () => {
  it('are sent once over all workers, and end the trial', async () => {
    const http = await ownHttpService(() => ({ status: 200, body: '{}' }));
    services.push(http);
    const trials = await run(
      `wirebench: 1
name: Rows
service:
  rest: {address: "${http.address}"}
  data: {users: {file: users.csv, pick: unique}}
  requests: {add: {changes: true, rest: {path: "/{{users.id}}"}}}
factors: {protocol: [rest], shape: [add], users: [4]}
load: {model: closed, duration: 60s, warmUp: 0s}
workers: 2
repetitions: 2
`,
      ['id', ...Array.from({ length: 500 }, (_, row) => row)].join('\n'),
    );
    for (const trial of trials) {
      expect(trial.requests).toMatchObject({ ok: 500, failed: 0 });
      expect(trial.notes.join()).toContain('The 500 rows of users are used up');
      expect(trial.window.seconds).toBeLessThan(60);
    }
    const ids = http.seen.map(({ call }) => Number(call.replace('GET /', '')));
    const twice = Array.from({ length: 1000 }, (_, index) => Math.floor(index / 2));
    expect(ids.sort((a, b) => a - b)).toEqual(twice);
  });

  it('can stay with a user', async () => {
    const http = await ownHttpService(() => ({ status: 200, body: '{}' }));
    services.push(http);
    await run(
      `wirebench: 1
name: Rows
service:
  rest: {address: "${http.address}"}
  data: {users: {file: users.csv, pick: per-user}}
  requests: {add: {changes: true, rest: {path: "/{{users.id}}/{{user}}"}}}
factors: {protocol: [rest], shape: [add], users: [5]}
load: {model: closed, requests: 50, warmUp: 0s}
workers: 2
`,
      ['id', 10, 11, 12, 13, 14].join('\n'),
    );
    const calls = new Set(http.seen.map(({ call }) => call));
    expect([...calls].sort()).toEqual([0, 1, 2, 3, 4].map((user) => `GET /1${user}/${user}`));
  });
});
