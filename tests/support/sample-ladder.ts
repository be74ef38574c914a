import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Round, TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { buildDocument } from '../../engine/report/document.ts';
import { seededRandom } from '../../engine/stats/random.ts';
import { uslThroughput } from '../../engine/stats/usl.ts';
import { makeHead, makeResult, makeRound } from './records.ts';

const experiment = `wirebench: 1
name: Sample ladder
factors:
  protocol: [rest, soap, grpc]
  client: [raw, library]
load: { model: steps, levels: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512], hold: 10s }
`;
const levels = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

const never = Number.POSITIVE_INFINITY;

/** How each protocol scales, its variance, and the number of users from which it fails. */
const laws = {
  rest: { lambda: 1800, sigma: 0.05, kappa: 0.0001, noise: 0.02, failsFrom: never },
  soap: { lambda: 700, sigma: 0.09, kappa: 0.0004, noise: 0.02, failsFrom: 16 },
  grpc: { lambda: 100, sigma: 0, kappa: 0, noise: 0, failsFrom: never },
};

/**
 * A ladder over three protocols with both clients: REST reaches a plateau, SOAP begins to fail before
 * it, gRPC keeps rising; the saturation of REST with the library client was set manually.
 */
export function ladderDocument(): ResultDocument {
  const cells = (['rest', 'soap', 'grpc'] as const).flatMap((protocol) =>
    (['raw', 'library'] as const).map((client): Cell => {
      return { protocol, shape: 'small', tls: 'off', client };
    }),
  );
  const trials = cells.map(ladderTrial);
  const head = makeHead({ name: 'Sample ladder', experiment, plannedTrials: trials.length });
  return buildDocument(head, trials, new Map([['ladder-1', 48]]));
}

function ladderTrial(cell: Cell, index: number): TrialResult {
  const rounds = ladderRounds(cell, seededRandom(index + 1));
  const ok = rounds.reduce((sum, round) => sum + round.ok, 0);
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  const plain = makeResult(`ladder-${index}`);
  const microseconds = cell.client === 'raw' ? 40 + 10 * index : 200 + 10 * index;
  return {
    ...plain,
    index,
    cell,
    rounds,
    window: { seconds: 10 * rounds.length },
    requests: { ok, failed, dropped: 0 },
    throughputRps: ok / (10 * rounds.length),
    client: { ...plain.client, cpuSeconds: (microseconds * (ok + failed)) / 1e6 },
    notes: ['The figures mix all levels of load'],
  };
}

function ladderRounds({ protocol, client }: Cell, random: () => number): Round[] {
  const { failsFrom, noise, ...law } = laws[protocol as keyof typeof laws];
  const share = client === 'raw' ? 1 : 0.5;
  return levels.map((users, index) => {
    const throughputRps = Math.round(
      share * uslThroughput(law, users) * (1 + noise * (2 * random() - 1)),
    );
    const mean = (1000 * users) / throughputRps;
    const plain = makeRound(index, users, { throughputRps });
    const failed = users >= failsFrom ? Math.round(0.08 * plain.ok) : 0;
    return { ...plain, failed, latencyMs: { ...plain.latencyMs, mean, p95: 1.8 * mean } };
  });
}
