import { healthPath } from '../../../workloads/product/product.ts';
import type { ProbedPlace, StepFinding } from './finding.ts';
import { askOnce, spoken } from './http-ask.ts';

/** Whether a health answer is that of a Wirebench service. */
export function isAlive(status: number, body: string): boolean {
  return status === 200 && /^\s*\{\s*"status"\s*:\s*"ok"/.test(body);
}

/** Health check of a REST service. */
export async function probeRest(place: ProbedPlace): Promise<StepFinding> {
  const path = place.basePath + healthPath;
  const answer = await askOnce(place, path);
  if (typeof answer === 'string') return { outcome: 'failed', words: answer };
  const ours = isAlive(answer.status, answer.body);
  if (ours) return { outcome: 'ok', words: `GET ${path} is answered like a Wirebench service.` };
  return {
    outcome: 'doubtful',
    words: `${spoken(answer)}, but GET ${path} is not answered like a Wirebench REST service. Requests may come back as errors.`,
  };
}
