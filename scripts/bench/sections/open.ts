import { type Protocol, protocols } from '../../../contracts/words.ts';
import { runOwn } from '../contest/own.ts';
import type { OwnOutcome } from '../own/outcome.ts';
import { count, fixed, markdownTable, percent } from '../support/markdown.ts';
import { startNullService } from '../support/null-service.ts';
import { median } from '../support/statistics.ts';
import { type Bar, type Bench, interleaved, type Section } from './section.ts';

/** Share of the ceiling, which is measured just before on the same machine. */
const share = 0.5;
const connections = 50;
const maxOff = 0.005;
const maxLagMs = 2;

const roundsOf = ({ rounds }: Bench) => Math.min(rounds, 3);

/** Medians over the rounds; dropped arrivals are summed. */
interface Row {
  readonly protocol: Protocol;
  readonly ceilingRps: number;
  readonly wantedRps: number;
  readonly achievedRps: number;
  readonly dropped: number;
  readonly lagP99Ms: number;
}

async function measure(bench: Bench, protocol: Protocol): Promise<Row> {
  const { cores, files, seconds, warmUp } = bench;
  const target = await startNullService(protocol, {
    cores: cores.service,
    tls: false,
    home: files.home,
  });
  const load = { client: 'raw', connections, streams: 1, workers: 1, warmUp, seconds } as const;
  const options = { cores: cores.generator, files };
  try {
    bench.say(`  ${protocol}: ceiling, then open load at ${percent(share)} of it`);
    const { throughputRps: ceilingRps } = await runOwn(target, load, options);
    const wantedRps = Math.round(ceilingRps * share);
    const outcomes: OwnOutcome[] = [];
    for (let round = 0; round < roundsOf(bench); round++) {
      outcomes.push((await runOwn(target, { ...load, rate: wantedRps }, options)).outcome);
    }
    return {
      protocol,
      ceilingRps,
      wantedRps,
      achievedRps: median(outcomes.map(({ ok, failed, seconds }) => (ok + failed) / seconds)),
      dropped: outcomes.reduce((sum, { dropped }) => sum + dropped, 0),
      lagP99Ms: median(outcomes.map(({ lagP99Ms }) => lagP99Ms ?? Number.NaN)),
    };
  } finally {
    await target.stop();
  }
}

const achieved = ({ achievedRps, wantedRps }: Row) => achievedRps / wantedRps;

function describe(rows: readonly Row[]): string {
  const titles = [
    'raw driver',
    'ceiling (requests/s)',
    'wanted',
    'achieved',
    'achieved ÷ wanted',
    'dropped',
    'lag p99 (ms)',
  ];
  return markdownTable(
    titles,
    rows.map((row) => [
      row.protocol,
      count(row.ceilingRps),
      count(row.wantedRps),
      count(row.achievedRps),
      fixed(achieved(row), 4),
      count(row.dropped),
      fixed(row.lagP99Ms, 2),
    ]),
  );
}

const bars = (row: Row): Bar[] => [
  {
    what: `achieved ÷ wanted rate at half of the ceiling (${row.protocol})`,
    wanted: `1 ± ${maxOff}`,
    measured: fixed(achieved(row), 4),
    met: Math.abs(achieved(row) - 1) <= maxOff,
  },
  {
    what: `scheduling lag, p99 (${row.protocol})`,
    wanted: `< ${maxLagMs} ms`,
    measured: `${fixed(row.lagP99Ms, 2)} ms`,
    met: row.lagP99Ms < maxLagMs,
  },
];

/** Open load at half of the driver’s ceiling. */
export const openSection: Section = {
  id: 'open',
  title: 'Open load at half of the ceiling: constant arrivals, 50 connections, null services',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const protocol of protocols) rows.push(await measure(bench, protocol));
    const method = interleaved(bench, roundsOf(bench));
    return { method, text: describe(rows), bars: rows.flatMap(bars), data: rows };
  },
};
