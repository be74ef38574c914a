import type { Contender } from '../contest/contender.ts';
import { type Contest, interleave, type Standing } from '../contest/interleave.ts';
import { peerContenders } from '../contest/peer-contender.ts';
import type { Peer, PeerLoad } from '../peers/peer.ts';
import { count, fixed, markdownTable, megabytes, percent } from '../support/markdown.ts';
import type { BenchTarget } from '../support/target.ts';
import { type Bar, type Bench, interleaved, type SectionReport } from './section.ts';

/** The raw driver must generate at least `times` the load of another generator. */
export interface Ratio {
  readonly against: string;
  readonly times: number;
}

/** Generators side by side on one service. */
export interface Comparison {
  readonly start: (bench: Bench) => Promise<BenchTarget>;
  /** Wirebench's generators; the others are compared with the first. */
  readonly own: (bench: Bench) => Contender[];
  readonly peers: readonly Peer[];
  readonly connections: number;
  readonly streams: number;
  readonly ratios: readonly Ratio[];
}

/** Runs all generators in turn. */
export async function compare(bench: Bench, comparison: Comparison): Promise<SectionReport> {
  const { connections, streams } = comparison;
  const load: PeerLoad = { connections, streams, seconds: bench.seconds, warmUp: bench.warmUp };
  const { found, missing } = peerContenders(comparison.peers, load, {
    cores: bench.cores.generator,
    files: bench.files,
  });
  const target = await comparison.start(bench);
  try {
    const contenders = [...comparison.own(bench), ...found];
    const contest = await interleave(contenders, target, bench.rounds, bench.say);
    return {
      method: interleaved(bench, bench.rounds),
      text: describe(contest, missing),
      bars: comparison.ratios.map((ratio) => judge(contest, ratio)),
      data: { ...contest, missing },
    };
  } finally {
    await target.stop();
  }
}

const titles = [
  'generator',
  'requests/s',
  'lowest – highest',
  'raw ÷ it',
  'CPU per request (µs)',
  'its CPU ÷ raw',
  'generator core',
  'service core',
  'memory (MB)',
  'failed',
];

/** A table of the results, and the generators missing from it. */
export function describe({ standings, dropouts }: Contest, missing: readonly string[]): string {
  const [first] = standings;
  const row = (standing: Standing) => [
    standing.name,
    count(standing.throughputRps),
    `${count(standing.lowestRps)} – ${count(standing.highestRps)}`,
    fixed((first?.throughputRps ?? Number.NaN) / standing.throughputRps, 2),
    fixed(standing.cpuUs, 1),
    fixed(standing.cpuUs / (first?.cpuUs ?? Number.NaN), 2),
    percent(standing.generatorCores),
    percent(standing.serviceCores),
    megabytes(standing.rssPeakBytes),
    count(standing.failed),
  ];
  const notes = [
    ...disturbed(standings),
    ...(missing.length > 0 ? [`Not installed here: ${missing.join(', ')}.`] : []),
    ...dropouts.map(({ name, reason }) => `${name} failed: ${firstLine(reason)}`),
  ];
  return [markdownTable(titles, standings.map(row)), ...notes].join('\n\n');
}

/** In closed load one side is always the limit; if neither is, other programs used the cores. */
const nearlyAll = 0.85;

function disturbed(standings: readonly Standing[]): string[] {
  const names = standings
    .filter(
      ({ generatorCores, serviceCores }) => Math.max(generatorCores, serviceCores) < nearlyAll,
    )
    .map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    `Neither core was fully used with ${names.join(', ')}: other programs, or other machines on the same processor, were at work. Compare the CPU per request, not the throughput.`,
  ];
}

const firstLine = (text: string) => text.split('\n')[0] ?? '';

function judge({ standings }: Contest, { against, times }: Ratio): Bar {
  const [first] = standings;
  const other = standings.find(({ name }) => name === against);
  const what = `requests/s of ${first?.name ?? 'the raw driver'} ÷ those of ${against}`;
  const wanted = `≥ ${times}`;
  if (!first || !other) return { what, wanted, measured: 'not measured', met: null };
  const ratio = first.throughputRps / other.throughputRps;
  return { what, wanted, measured: fixed(ratio, 2), met: ratio >= times };
}
