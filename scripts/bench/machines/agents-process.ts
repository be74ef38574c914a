import { createInterface } from 'node:readline';
import type { Tick } from '../../../contracts/worker-messages.ts';
import { tickMs } from '../../../contracts/worker-messages.ts';
import { Agent, type AgentPool } from '../../../engine/machines/agent.ts';
import { parseNatsAddresses } from '../../../engine/machines/nats-address.ts';
import { version } from '../../../engine/platform/version.ts';
import { Histogram } from '../../../engine/stats/histogram.ts';
import { seededRandom } from '../../../engine/stats/random.ts';

/**
 * Process entry, `agents-process.ts HOST PORT TOKEN WORKERS RATE`: agents that speak with a controller like real ones,
 * but whose load workers send nothing and report RATE requests a second each. A line on the input with a number
 * starts that many; `joined N MS` is printed when they have joined.
 */
const [host = '', port = '', token = '', workerCount = '1', rate = '1000'] = process.argv.slice(2);
const threads = Number(workerCount);
const requests = Math.round((Number(rate) * tickMs) / 1000);

/** Latencies around a millisecond, distributed log-normally like those of a service under load. */
function latencies() {
  const random = seededRandom(1);
  const histogram = new Histogram();
  for (let request = 0; request < requests; request++) {
    const normal = Math.sqrt(-2 * Math.log(random() || 0.5)) * Math.cos(2 * Math.PI * random());
    histogram.record(1000 * Math.exp(0.5 * normal));
  }
  return histogram.toData();
}
const latency = latencies();

const tickAt = (startMs: number): Tick => ({
  phase: 'measured',
  round: null,
  startMs,
  endMs: startMs + tickMs,
  users: 1,
  ok: requests,
  failed: 0,
  dropped: 0,
  rate: null,
  latency,
  service: null,
  lag: null,
  errors: [],
  checked: { answers: 1, wrong: 0 },
  bytesSent: requests * 100,
  bytesReceived: requests * 200,
  health: { cpuSeconds: 0.1, eventLoopUtilization: 0.4, waitMs: 1, gcMs: 1, lagMs: 1 },
});

/** Load workers that report and do nothing. */
function silentPool(): AgentPool {
  const nothing = (): void => undefined;
  let stop = nothing;
  let begin = (_at: bigint) => 0;
  return {
    prepare: async (assignments, listeners) => {
      const untilMs = assignments[0]?.load.segments.at(-1)?.untilMs ?? 0;
      begin = (at) => {
        let sentMs = 0;
        const origin = performance.now() + Number(at - process.hrtime.bigint()) / 1e6;
        const timer = setInterval(() => {
          const passed = Math.min(performance.now() - origin, untilMs);
          for (; sentMs + tickMs <= passed; sentMs += tickMs) {
            for (const worker of assignments.keys()) listeners.tick(worker, tickAt(sentMs));
          }
          if (passed >= untilMs) stop();
        }, tickMs);
        stop = () => {
          clearInterval(timer);
          stop = nothing;
          for (const worker of assignments.keys()) {
            listeners.done(worker, {
              ...{ type: 'done', trial: 0, issued: (sentMs / tickMs) * requests },
              ...{ abandoned: 0, dropped: 0, windowStartMs: 0, windowEndMs: sentMs },
              ...{ plan: null, encoded: null, parts: [], notes: [] },
            });
          }
        };
        return origin;
      };
    },
    start: (at = process.hrtime.bigint()) => begin(at),
    extend: () => undefined,
    open: () => undefined,
    stop: () => stop(),
    close: async () => stop(),
  };
}

let agents = 0;
async function startAgent(): Promise<void> {
  agents += 1;
  await Agent.join({
    addresses: parseNatsAddresses(`${host}:${port}`, '--join'),
    token,
    login: { by: 'nothing' },
    trust: { by: 'system' },
    facts: {
      name: `simulated-${agents}`,
      wirebench: version(),
      node: process.version,
      os: 'Linux',
      cpu: 'simulated',
      cores: threads + 1,
      memoryBytes: 8e9,
      threads,
    },
    pool: silentPool(),
    say: (text) => process.stdout.write(`${text}\n`),
  });
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const begun = performance.now();
  await Promise.all(Array.from({ length: Number(line) }, startAgent));
  process.stdout.write(`joined ${agents} ${Math.round(performance.now() - begun)}\n`);
});
