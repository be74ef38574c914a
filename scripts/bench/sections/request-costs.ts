import type { Protocol } from '../../../contracts/words.ts';
import { runOwnInTurns } from '../contest/own.ts';
import type { OwnOutcome } from '../own/outcome.ts';
import { fixed, markdownTable } from '../support/markdown.ts';
import { startNullService } from '../support/null-service.ts';
import { median } from '../support/statistics.ts';
import type { Bench, SectionReport } from './section.ts';

/** Two shapes of an own service whose requests are compared. */
export interface CostComparison {
  /** Name of the measured cost, for the target. */
  readonly what: string;
  /** Names of the shapes, the plain one first: the column heads. */
  readonly shapes: readonly [plain: string, other: string];
  /** Requests that the other shape counts as one. */
  readonly requestsPer: number;
  /** Maximum CPU, as a multiple of the plain one. */
  readonly maxMore: number;
  /** The block `service` of an experiment, and the files that it names. */
  readonly service: object;
  readonly files: Readonly<Record<string, string>>;
}

interface Row {
  readonly protocol: Protocol;
  /** CPU of the worker thread for each request, in µs: medians over the turns. */
  readonly plainUs: number;
  readonly otherUs: number;
  /** Median of the ratios within each turn, and their quartiles. */
  readonly ratio: number;
  readonly middle: readonly [from: number, to: number];
}

const measured: readonly Protocol[] = ['rest', 'grpc'];
/** Turns of each shape in one process, and their length in seconds. */
const turnsInRound = 8;
const turnSeconds = 1.5;

async function measure(
  bench: Bench,
  protocol: Protocol,
  file: string,
  { shapes, requestsPer }: CostComparison,
): Promise<Row> {
  const { cores, files, warmUp, rounds } = bench;
  const target = await startNullService(protocol, {
    cores: cores.service,
    tls: false,
    home: files.home,
    // Identical requests would cost it less than different ones, and leave the generator more of the machine.
    knowsHeads: false,
  });
  const loads = shapes.map((request) => ({
    client: 'raw' as const,
    connections: 50,
    streams: 1,
    workers: 1,
    warmUp: warmUp / 2,
    seconds: turnSeconds,
    own: { file, request },
  }));
  try {
    const plainUs: number[] = [];
    const otherUs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const ordered = round % 2 === 0 ? loads : loads.toReversed();
      const turns = await runOwnInTurns(target, ordered, 1 + turnsInRound, {
        cores: cores.generator,
        files,
      });
      // In the first turn the code of both is still being optimised.
      for (const turn of turns.slice(1)) {
        const [plain, other] = round % 2 === 0 ? turn : turn.toReversed();
        if (plain) plainUs.push(costUs(plain));
        if (other) otherUs.push(costUs(other) / requestsPer);
      }
      bench.say(
        `  round ${round + 1}/${rounds}: ${protocol} ${shapes[0]} ${fixed(median(plainUs), 2)} µs, ${shapes[1]} ${fixed(median(otherUs), 2)} µs so far`,
      );
    }
    const ratios = otherUs.map((cost, turn) => cost / (plainUs[turn] ?? Number.NaN));
    const sorted = ratios.toSorted((a, b) => a - b);
    const quarter = Math.floor(sorted.length / 4);
    return {
      protocol,
      plainUs: median(plainUs),
      otherUs: median(otherUs),
      ratio: median(ratios),
      middle: [sorted[quarter] ?? Number.NaN, sorted.at(-1 - quarter) ?? Number.NaN],
    };
  } finally {
    await target.stop();
  }
}

const costUs = ({ workerCpuSeconds, ok }: OwnOutcome) => (workerCpuSeconds / ok) * 1e6;

/** Cost of each request of a shape compared with a plain one, over REST and gRPC. */
export async function compareCosts(
  bench: Bench,
  comparison: CostComparison,
): Promise<SectionReport> {
  const { shapes, what, maxMore, service, files } = comparison;
  for (const [name, content] of Object.entries(files)) await bench.files.file(name, content);
  const file = await bench.files.file(`${shapes[1]}.json`, JSON.stringify(service));
  const found: Row[] = [];
  for (const protocol of measured) found.push(await measure(bench, protocol, file, comparison));
  return {
    method: `Medians of ${bench.rounds * turnsInRound} turns of ${turnSeconds} s, ${turnsInRound} in each process, in which the same worker makes both loads in turn.`,
    text: markdownTable(
      ['protocol', `${shapes[0]} (µs)`, `${shapes[1]} (µs)`, 'ratio', 'middle half of the ratios'],
      found.map(({ protocol, plainUs, otherUs, ratio, middle }) => [
        protocol,
        fixed(plainUs, 2),
        fixed(otherUs, 2),
        fixed(ratio, 3),
        middle.map((one) => fixed(one, 3)).join(' – '),
      ]),
    ),
    bars: found.map(({ protocol, ratio }) => ({
      what: `${what}, ${protocol}`,
      wanted: `at most ${maxMore} times the CPU`,
      measured: fixed(ratio, 3),
      met: ratio <= maxMore,
    })),
    data: found,
  };
}
