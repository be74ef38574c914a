import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Protocol } from '../../../contracts/words.ts';
import { type Contender, observe } from '../contest/contender.ts';
import { interleave, pairedRatio, type Standing } from '../contest/interleave.ts';
import { assignmentsOf } from '../own/plan.ts';
import { count, fixed, markdownTable, percent } from '../support/markdown.ts';
import { startNginx } from '../support/nginx.ts';
import { startNullService } from '../support/null-service.ts';
import { type Bar, type Bench, interleaved, type Section } from './section.ts';

const entry = fileURLToPath(new URL('../own/cost.ts', import.meta.url));
const endSchema = z.object({ measured: z.number(), windowMs: z.number() });
const most = 0.05;

function contender(bench: Bench, measuring: 'on' | 'off'): Contender {
  const { cores, files, seconds, warmUp } = bench;
  const load = { client: 'raw', connections: 50, streams: 1, workers: 1, warmUp, seconds } as const;
  return {
    name: measuring,
    run: async (target) => {
      const file = await files.file('cost.json', JSON.stringify(assignmentsOf(target, load)));
      return observe({
        argv: [process.execPath, entry, file, measuring],
        cores: cores.generator,
        servicePid: target.pid,
        seconds,
        read: (output) => {
          const { measured, windowMs } = endSchema.parse(JSON.parse(output));
          return { throughputRps: (measured / windowMs) * 1000, failed: 0 };
        },
      });
    },
  };
}

interface Row {
  readonly protocol: Protocol;
  readonly on: Standing | undefined;
  readonly off: Standing | undefined;
}

async function measure(bench: Bench, protocol: 'rest' | 'grpc'): Promise<Row> {
  const options = { cores: bench.cores.service, tls: false, home: bench.files.home };
  const target =
    protocol === 'rest' ? await startNginx(options) : await startNullService(protocol, options);
  try {
    const contenders = [contender(bench, 'on'), contender(bench, 'off')];
    const { standings } = await interleave(contenders, target, roundsOf(bench), bench.say);
    const named = (name: string) => standings.find((standing) => standing.name === name);
    return { protocol, on: named('on'), off: named('off') };
  } finally {
    await target.stop();
  }
}

const rateOf = (standing: Standing | undefined) => standing?.throughputRps ?? Number.NaN;
const cpuOf = (standing: Standing | undefined) => standing?.cpuUs ?? Number.NaN;
/** Throughput lost by measuring, as a share of that without. */
const costOf = ({ on, off }: Row) => 1 - pairedRatio(on, off);
/** Rounds vary by more than this cost, so there are more of them. */
const roundsOf = ({ rounds }: Bench) => (rounds === 1 ? 1 : 3 * rounds);

function describe(rows: readonly Row[]): string {
  const titles = [
    'raw driver',
    'measured (requests/s)',
    'not measured (requests/s)',
    'cost (% of throughput)',
    'CPU per request, measured (µs)',
    'CPU per request, not measured (µs)',
    'generator core',
  ];
  return markdownTable(
    titles,
    rows.map((row) => [
      row.protocol,
      count(rateOf(row.on)),
      count(rateOf(row.off)),
      fixed(costOf(row) * 100, 1),
      fixed(cpuOf(row.on), 2),
      fixed(cpuOf(row.off), 2),
      percent(row.on?.generatorCores ?? Number.NaN),
    ]),
  );
}

const bar = (row: Row): Bar => ({
  what: `throughput lost by measuring (${row.protocol})`,
  wanted: `< ${fixed(most * 100, 0)} %`,
  measured: `${fixed(costOf(row) * 100, 1)} %`,
  met: Number.isNaN(costOf(row)) ? null : costOf(row) < most,
});

/** Cost of histograms, ticks and verification by sample. */
export const measuringSection: Section = {
  id: 'measuring',
  title: 'Cost of measuring: histograms, ticks and verification by sample, on and off',
  run: async (bench) => {
    const rows = [await measure(bench, 'rest'), await measure(bench, 'grpc')];
    const method = `${interleaved(bench, roundsOf(bench))} The cost is the median of the rounds' own.`;
    return { method, text: describe(rows), bars: rows.map(bar), data: rows };
  },
};
