import { type Protocol, protocols } from '../../../contracts/words.ts';
import { connectionLimits } from '../../../engine/platform/limits.ts';
import { type OwnShowing, runOwn } from '../contest/own.ts';
import type { OwnLoad } from '../own/plan.ts';
import { count, fixed, markdownTable, megabytes } from '../support/markdown.ts';
import { startNullService } from '../support/null-service.ts';
import type { Bar, Bench, Section } from './section.ts';

const users = 10_000;
/** Users that start per second: the system's accept queue is short. */
const startsPerSecond = 2500;
const rampUp = users / startsPerSecond;
/** Idle users have had one request and wait for the next. */
const idleWarmUp = rampUp + 2;

interface Row {
  readonly protocol: Protocol;
  readonly busy: OwnShowing;
  readonly idle: OwnShowing;
}

async function measure(bench: Bench, protocol: Protocol): Promise<Row> {
  const { cores, files } = bench;
  const target = await startNullService(protocol, {
    cores: cores.service,
    tls: false,
    home: files.home,
  });
  const load = { client: 'raw', connections: users, streams: 1, workers: 1, rampUp } as const;
  const run = (change: Pick<OwnLoad, 'warmUp' | 'seconds' | 'thinkTime'>) =>
    runOwn(target, { ...load, ...change }, { cores: cores.generator, files });
  try {
    bench.say(`  ${protocol}: ${users} idle users`);
    // So long that no user sends twice; each worker keeps sending a little, so that there is a result.
    const idle = await run({ warmUp: 0, seconds: idleWarmUp, thinkTime: 3600 });
    bench.say(`  ${protocol}: ${users} busy users`);
    const busy = await run({ warmUp: rampUp + 1, seconds: bench.longSeconds });
    return { protocol, busy, idle };
  } finally {
    await target.stop();
  }
}

/** Resident memory per idle user, in bytes. */
const perUser = ({ idle: { outcome } }: Row) =>
  (outcome.rssAfterBytes - outcome.rssBeforeBytes) / users;

function describe(rows: readonly Row[]): string {
  const titles = [
    'raw driver',
    'requests/s',
    'requests',
    'failed',
    'memory, busy (MB)',
    'memory, idle (MB)',
    'per idle user (kB)',
  ];
  const table = markdownTable(
    titles,
    rows.map((row) => [
      row.protocol,
      count(row.busy.throughputRps),
      count(row.busy.outcome.ok),
      count(row.busy.outcome.failed),
      megabytes(row.busy.rssPeakBytes),
      megabytes(row.idle.outcome.rssAfterBytes),
      fixed(perUser(row) / 1000, 1),
    ]),
  );
  const errors = rows.flatMap(({ protocol, busy }) =>
    busy.outcome.errors.map((error) => `${protocol}: ${error}`),
  );
  const { descriptors } = connectionLimits();
  const limits = `A process may hold ${count(descriptors)} files and sockets open here.`;
  return [table, limits, ...errors].join('\n\n');
}

const bars = (bench: Bench, rows: readonly Row[]): Bar[] =>
  rows.map(({ protocol, busy }) => ({
    what: `failed requests of ${count(users)} users in ${bench.longSeconds} s (${protocol})`,
    wanted: '0',
    measured: count(busy.outcome.failed),
    met: busy.outcome.failed === 0,
  }));

/** Very many users on one worker. */
export const scaleSection: Section = {
  id: 'scale',
  title: '10,000 users on each raw driver, null services',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const protocol of protocols) rows.push(await measure(bench, protocol));
    const method = `One worker, ${bench.longSeconds} s.`;
    return { method, text: describe(rows), bars: bars(bench, rows), data: rows };
  },
};
