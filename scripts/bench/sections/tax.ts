import {
  type ClientKind,
  clientKinds,
  type Protocol,
  protocols,
} from '../../../contracts/words.ts';
import { interleave, type Standing } from '../contest/interleave.ts';
import { ownContender } from '../contest/own.ts';
import { count, fixed, markdownTable } from '../support/markdown.ts';
import { startNullService } from '../support/null-service.ts';
import { type Bench, interleaved, type Section } from './section.ts';

const roundsOf = ({ rounds }: Bench) => Math.min(rounds, 3);

interface Row {
  readonly protocol: Protocol;
  readonly clients: Record<ClientKind, Standing | undefined>;
}

async function measure(bench: Bench, protocol: Protocol): Promise<Row> {
  const { cores, files, seconds, warmUp } = bench;
  const target = await startNullService(protocol, {
    cores: cores.service,
    tls: false,
    home: files.home,
  });
  try {
    const contenders = clientKinds.map((client) => {
      const load = { client, connections: 50, streams: 1, workers: 1, warmUp, seconds };
      return ownContender(client, load, { cores: cores.generator, files });
    });
    const { standings } = await interleave(contenders, target, roundsOf(bench), bench.say);
    const standingOf = (client: ClientKind) => standings.find(({ name }) => name === client);
    return { protocol, clients: { raw: standingOf('raw'), library: standingOf('library') } };
  } finally {
    await target.stop();
  }
}

function describe(rows: readonly Row[]): string {
  const titles = [
    'protocol',
    'raw (requests/s)',
    'library (requests/s)',
    'raw (µs)',
    'library (µs)',
    'tax (µs)',
    'library ÷ raw',
  ];
  return markdownTable(
    titles,
    rows.map(({ protocol, clients: { raw, library } }) => {
      const [rawUs, libraryUs] = [raw?.cpuUs ?? Number.NaN, library?.cpuUs ?? Number.NaN];
      return [
        protocol,
        count(raw?.throughputRps ?? Number.NaN),
        count(library?.throughputRps ?? Number.NaN),
        fixed(rawUs, 1),
        fixed(libraryUs, 1),
        fixed(libraryUs - rawUs, 1),
        fixed(libraryUs / rawUs, 1),
      ];
    }),
  );
}

/** CPU per request of both clients of each protocol, on the null services. */
export const taxSection: Section = {
  id: 'tax',
  title: 'Client tax: CPU per request, raw against library, 50 connections, null services',
  run: async (bench) => {
    const rows: Row[] = [];
    for (const protocol of protocols) rows.push(await measure(bench, protocol));
    return {
      method: interleaved(bench, roundsOf(bench)),
      text: describe(rows),
      bars: [],
      data: rows,
    };
  },
};
