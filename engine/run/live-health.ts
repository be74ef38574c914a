import type { LiveHealth } from '../../contracts/engine-api.ts';
import { roughShare } from '../../metrics/format.ts';
import type { Judgement } from './verdict.ts';

/** Health while the target refuses connections. @param refusal sentence about it. */
export function refusedHealth(refusal: string): LiveHealth {
  return { verdict: 'suspect', reasons: [refusal], sentence: refusal };
}

/** @param utilization share of time that the busiest load worker was busy, 0–1. */
export function liveHealth({ verdict, reasons }: Judgement, utilization: number): LiveHealth {
  const [first = ''] = reasons;
  const sentences: Record<Judgement['verdict'], string> = {
    ok: `Trusted so far: the generator used ${roughShare(utilization)} of its core.`,
    suspect: `Suspect: ${first}`,
    'client-bound': `Client-bound: ${first}`,
  };
  return { verdict, reasons: [...reasons], sentence: sentences[verdict] };
}
