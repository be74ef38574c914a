import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { buildDocument } from '../../engine/report/document.ts';
import { makeCell, makeHead, makeResult } from './records.ts';

const experiment = `wirebench: 1
name: Sample <b>run</b>
factors:
  protocol: [rest, soap, grpc]
  shape: [small, large]
  users: [10, 50]
load: { model: closed, duration: 10s }
`;

/** Throughput of small answers to ten users, and the factors for the others. */
const base = { rest: 4000, soap: 1500, grpc: 6000 };
const bigger = { small: 1, large: 0.2 };

/**
 * A run with everything that a report shows: twelve cells executed in a shuffled order,
 * one of them failed, one limited by the generator, errors, a missed threshold, and texts that
 * are dangerous in a page or a spreadsheet.
 */
export function sampleDocument(): ResultDocument {
  const trials = sampleCells().map(sampleTrial);
  const failed = trials.filter((trial) => trial.status === 'failed');
  const head = makeHead({
    name: 'Sample <b>run</b> & "friends"',
    status: 'failed',
    experiment,
    plannedTrials: trials.length,
    badCells: failed.map((trial) => describeCell(trial.cell)),
    thresholdsPassed: false,
    warnings: ['The CPU governor is <powersave>'],
  });
  return buildDocument(head, trials);
}

function sampleCells(): Cell[] {
  const cells = (['rest', 'soap', 'grpc'] as const).flatMap((protocol) =>
    (['small', 'large'] as const).flatMap((shape) =>
      [10, 50].map((users) => makeCell({ protocol, shape, users })),
    ),
  );
  // Five and twelve are coprime, so every cell occurs once, in a different order.
  return cells.map((_cell, at) => cells[(at * 5 + 2) % cells.length] ?? makeCell());
}

function sampleTrial(cell: Cell, index: number): TrialResult {
  const size = cell.shape === 'large' ? bigger.large : bigger.small;
  const throughputRps =
    (base[cell.protocol as keyof typeof base] ?? 1000) * size * (cell.users === 50 ? 1.6 : 1);
  const mean = (1000 * (cell.users ?? 1)) / throughputRps;
  const plain = makeResult(`trial-${index}`);
  const scale = mean / plain.latencyMs.mean;
  const latencyMs = Object.fromEntries(
    Object.entries(plain.latencyMs).map(([name, value]) => [name, value * scale]),
  ) as TrialResult['latencyMs'];
  const ok = Math.round(throughputRps * 10);
  const figures = {
    throughputRps,
    latencyMs,
    serviceMs: latencyMs,
    requests: { ok, failed: 0, dropped: 0 },
  };
  return { ...plain, index, cell, ...figures, ...incident(cell) };
}

/** The fault of this cell, if any. */
function incident({ protocol, shape, users }: Cell): Partial<TrialResult> {
  const plain = makeResult('');
  switch (`${protocol} ${shape} ${users}`) {
    case 'soap large 50':
      return {
        status: 'failed',
        failure: { code: 'SERVICE_DIED', message: '=HYPERLINK("http://example.com")' },
        requests: { ok: 0, failed: 12, dropped: 0 },
        throughputRps: 0,
        latencyMs: zeroLatency,
        serviceMs: zeroLatency,
        errors: [{ kind: 'reset', code: 'ECONNRESET', count: 12, message: 'read <ECONNRESET>' }],
        server: null,
        accounting: { ...plain.accounting, serverCounted: null },
      };
    case 'grpc small 50':
      return {
        client: {
          ...plain.client,
          verdict: 'client-bound',
          reasons: ['CPU was full', '90 % busy'],
        },
        notes: ['The warm-up was short'],
      };
    case 'rest small 50':
      return {
        requests: { ok: 63_990, failed: 10, dropped: 0 },
        errors: [{ kind: 'status', code: '503', count: 10, message: '-1, "overload"\r\nretry' }],
        thresholds: [{ rule: 'errors < 0.01%', passed: false, actual: 10 / 64_000 }],
      };
    default:
      return {};
  }
}

const zeroLatency: TrialResult['latencyMs'] = {
  mean: 0,
  stddev: 0,
  min: 0,
  p50: 0,
  p75: 0,
  p90: 0,
  p95: 0,
  p99: 0,
  p999: 0,
  max: 0,
};
