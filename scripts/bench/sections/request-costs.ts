import type { Protocol } from '../../../contracts/words.ts';
import { runOwn } from '../contest/own.ts';
import { fixed, markdownTable } from '../support/markdown.ts';
import { startNullService } from '../support/null-service.ts';
import { median } from '../support/statistics.ts';
import { type Bench, interleaved, type SectionReport } from './section.ts';

/** Two shapes of a service of one's own, whose requests are compared. */
export interface CostComparison {
  /** What it is the cost of, for the bar. */
  readonly what: string;
  /** Names of the shapes, the plain one first: they head the columns. */
  readonly shapes: readonly [plain: string, other: string];
  /** Requests that the other counts as one. */
  readonly requestsPer: number;
  /** At most so many times the CPU of the plain one. */
  readonly mostMore: number;
  /** The block `service` as an experiment has it, and the files that it names. */
  readonly service: object;
  readonly files: Readonly<Record<string, string>>;
}

interface Row {
  readonly protocol: Protocol;
  /** CPU of the worker thread for each request, in µs: medians over the rounds. */
  readonly plainUs: number;
  readonly otherUs: number;
  /** Median of the ratios within each round. */
  readonly ratio: number;
}

const measured: readonly Protocol[] = ['rest', 'grpc'];

async function measure(
  bench: Bench,
  protocol: Protocol,
  file: string,
  { shapes, requestsPer }: CostComparison,
): Promise<Row> {
  const { cores, files, seconds, warmUp, rounds } = bench;
  const target = await startNullService(protocol, {
    cores: cores.service,
    tls: false,
    home: files.home,
    // Requests that are all alike would cost it less than those that differ, and leave the generator more of the machine.
    knowsHeads: false,
  });
  const [plain, other] = shapes;
  try {
    const plainUs: number[] = [];
    const otherUs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const request of round % 2 === 0 ? shapes : shapes.toReversed()) {
        const load = {
          client: 'raw',
          connections: 50,
          streams: 1,
          workers: 1,
          warmUp,
          seconds,
          own: { file, request },
        } as const;
        const { outcome } = await runOwn(target, load, { cores: cores.generator, files });
        const requests = outcome.ok * (request === other ? requestsPer : 1);
        const costUs = (outcome.workerCpuSeconds / requests) * 1e6;
        bench.say(`  round ${round + 1}/${rounds}: ${protocol} ${request} ${fixed(costUs, 2)} µs`);
        (request === plain ? plainUs : otherUs).push(costUs);
      }
    }
    return {
      protocol,
      plainUs: median(plainUs),
      otherUs: median(otherUs),
      ratio: median(otherUs.map((cost, round) => cost / (plainUs[round] ?? Number.NaN))),
    };
  } finally {
    await target.stop();
  }
}

/** What each request of a shape costs beside those of a plain one, over REST and gRPC. */
export async function compareCosts(
  bench: Bench,
  comparison: CostComparison,
): Promise<SectionReport> {
  const { shapes, what, mostMore, service, files } = comparison;
  for (const [name, content] of Object.entries(files)) await bench.files.file(name, content);
  const file = await bench.files.file(`${shapes[1]}.json`, JSON.stringify(service));
  const found: Row[] = [];
  for (const protocol of measured) found.push(await measure(bench, protocol, file, comparison));
  return {
    method: interleaved(bench, bench.rounds),
    text: markdownTable(
      ['protocol', `${shapes[0]} (µs)`, `${shapes[1]} (µs)`, 'ratio'],
      found.map(({ protocol, plainUs, otherUs, ratio }) => [
        protocol,
        fixed(plainUs, 2),
        fixed(otherUs, 2),
        fixed(ratio, 3),
      ]),
    ),
    bars: found.map(({ protocol, ratio }) => ({
      what: `${what}, ${protocol}`,
      wanted: `at most ${mostMore} times the CPU`,
      measured: fixed(ratio, 3),
      met: ratio <= mostMore,
    })),
    data: found,
  };
}
