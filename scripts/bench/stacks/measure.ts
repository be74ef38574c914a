import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '../../../contracts/stacks.ts';
import type { Protocol } from '../../../contracts/words.ts';
import type { ServiceProcess } from '../../../engine/run/forked-service.ts';
import type { Contender } from '../contest/contender.ts';
import { type Contest, interleave } from '../contest/interleave.ts';
import { ownContender, runOwn } from '../contest/own.ts';
import { peerContenders } from '../contest/peer-contender.ts';
import type { OwnLoad } from '../own/plan.ts';
import { h2load } from '../peers/h2load.ts';
import { wrk } from '../peers/wrk.ts';
import type { Bench } from '../sections/section.ts';
import { startStackService } from './start.ts';

export const connections = 50;
export const own = 'Wirebench';
/** The other generator of a protocol. */
export const peerOf = (protocol: Protocol) => (protocol === 'grpc' ? h2load : wrk);

/** One load, as the service saw it. */
export interface ServiceLoad {
  /** Name of its generator. */
  readonly by: string;
  /** Requests counted by the service, and answers reported by the generator. */
  readonly counted: number;
  readonly reported: number;
  /** CPU of all processes of the service for each request, in µs, from the first request to the last. */
  readonly cpuUs: number;
  /** Resident memory of all processes of the service at its end. */
  readonly rssBytes: number;
}

/** Warm-up of a service: its seconds, and whether throughput was steady then. */
export interface WarmUp {
  readonly seconds: number;
  readonly steady: boolean;
}

export interface MeasuredStack {
  readonly stack: Stack;
  readonly protocol: Protocol;
  /** Language and version as reported by the service; null if it reports none. */
  readonly runtime: string | null;
  /** Null for a fixed time. */
  readonly warmUp: WarmUp | null;
  readonly contest: Contest;
  readonly loads: readonly ServiceLoad[];
  /** The other generator if it is not installed. */
  readonly missing: readonly string[];
}

const settleMs = 20;

/** Metrics of a service that has answered everything: its count no longer changes. @throws Error when it reports none. */
async function settled(service: ServiceProcess) {
  let last = -1;
  for (;;) {
    const health = await service.measure();
    if (health?.requests == null) throw new Error('The service does not report its answers.');
    if (health.requests === last) return { ...health, requests: last };
    last = health.requests;
    await pause(settleMs);
  }
}

/** The same generator; the service’s report on each of its loads is added to `loads`. */
function observed(contender: Contender, service: ServiceProcess, loads: ServiceLoad[]): Contender {
  return {
    name: contender.name,
    run: async (target) => {
      const before = await settled(service);
      const showing = await contender.run(target);
      const after = await settled(service);
      const counted = after.requests - before.requests;
      loads.push({
        by: contender.name,
        counted,
        reported: showing.answered ?? Number.NaN,
        cpuUs: ((after.cpuSeconds - before.cpuSeconds) / counted) * 1e6,
        rssBytes: after.rssBytes,
      });
      return showing;
    },
  };
}

/** Virtual machines compile what they run often, for many seconds. */
const compilesLong: readonly Stack[] = ['java'];

/** Loads the service of a stack with Wirebench and another generator in turn, once it is warm. */
export async function measureStack(
  bench: Bench,
  stack: Stack,
  protocol: Protocol,
): Promise<MeasuredStack> {
  const { files, seconds, say } = bench;
  const [core = 0] = bench.cores.service;
  const cores = bench.cores.generator;
  const service = await startStackService(stack, protocol, { core, home: files.home });
  const load: OwnLoad = {
    ...{ client: 'raw', connections, streams: 1, workers: 1 },
    ...{ warmUp: bench.warmUp, seconds },
  };
  try {
    const untilSteady = compilesLong.includes(stack);
    const most = untilSteady ? bench.longSeconds : 2 * bench.warmUp;
    const warming = { ...load, warmUp: most, seconds: 0.5, untilSteady };
    const { warmUpSeconds } = (await runOwn(service.target, warming, { cores, files })).outcome;
    // Other generators do not warm up: their results would exclude it, and the service is warm.
    const others = { connections, streams: 1, seconds, warmUp: 0 };
    const { found, missing } = peerContenders([peerOf(protocol)], others, { cores, files });
    const loads: ServiceLoad[] = [];
    const contenders = [ownContender(own, load, { cores, files }), ...found].map((contender) =>
      observed(contender, service.process, loads),
    );
    const contest = await interleave(contenders, service.target, bench.rounds, say);
    const { made } = service.process;
    return {
      ...{ stack, protocol, contest, loads, missing, runtime: made?.runtime ?? null },
      warmUp: untilSteady ? { seconds: warmUpSeconds, steady: warmUpSeconds < most } : null,
    };
  } finally {
    await service.target.stop();
  }
}
