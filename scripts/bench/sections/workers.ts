import type { ClientKind } from '../../../contracts/words.ts';
import { interleave, pairedRatio, type Standing } from '../contest/interleave.ts';
import { ownContender } from '../contest/own.ts';
import { count, fixed, markdownTable, percent } from '../support/markdown.ts';
import { startNullService } from '../support/null-service.ts';
import { type Bar, type Bench, interleaved, type Section } from './section.ts';

/**
 * One worker on one core against two on two. With two workers
 * no core is left for the service, so the library driver is the fair test: it needs so much more CPU than the null
 * service that the latter uses little of the two cores.
 */
const wanted = 1.7;

/** One worker, two workers; undefined if the load failed. */
type Pair = [Standing | undefined, Standing | undefined];

async function pair(bench: Bench, client: ClientKind): Promise<Pair> {
  const { cores, files, seconds, warmUp } = bench;
  const all = [...cores.service, ...cores.generator];
  const target = await startNullService('soap', {
    cores: cores.service,
    tls: false,
    home: files.home,
  });
  try {
    const contenders = [1, 2].map((workers) => {
      const load = { client, connections: 50, streams: 1, workers, warmUp, seconds };
      return ownContender(`${client}, ${workers}`, load, {
        cores: workers === 1 ? cores.generator : all,
        files,
      });
    });
    const { standings } = await interleave(contenders, target, bench.rounds, bench.say);
    return [
      standings.find(({ name }) => name.endsWith('1')),
      standings.find(({ name }) => name.endsWith('2')),
    ];
  } finally {
    await target.stop();
  }
}

function row(client: ClientKind, [one, two]: Pair): string[] {
  const ratio = pairedRatio(two, one);
  return [
    client,
    count(one?.throughputRps ?? Number.NaN),
    count(two?.throughputRps ?? Number.NaN),
    fixed(ratio, 2),
    fixed(one?.cpuUs ?? Number.NaN, 1),
    fixed(two?.cpuUs ?? Number.NaN, 1),
    percent(two?.generatorCores ?? Number.NaN),
    percent(two?.serviceCores ?? Number.NaN),
  ];
}

const titles = [
  'driver',
  'one worker (requests/s)',
  'two workers (requests/s)',
  'two ÷ one',
  'CPU per request, one (µs)',
  'CPU per request, two (µs)',
  'cores of the generator, two',
  'cores of the service, two',
];

/** Scaling of the load with a second worker. */
export const workersSection: Section = {
  id: 'workers',
  title: 'Two workers against one: SOAP, 50 connections, null service',
  run: async (bench) => {
    const library = await pair(bench, 'library');
    const raw = await pair(bench, 'raw');
    const [one, two] = library;
    const ratio = pairedRatio(two, one);
    const bar: Bar = {
      what: 'requests/s of two workers ÷ those of one, where the service is not the limit (library driver)',
      wanted: `≥ ${wanted}`,
      measured: fixed(ratio, 2),
      met: Number.isNaN(ratio) ? null : ratio >= wanted,
    };
    const text = markdownTable(titles, [row('library', library), row('raw', raw)]);
    const method = interleaved(bench, bench.rounds);
    return { method, text, bars: [bar], data: { library, raw } };
  },
};
