import type { RunHead } from '../../contracts/result.ts';
import { type Subject, workloadNameSchema } from '../../contracts/words.ts';

const line = /^["']?workload["']?\s*:\s*["']?([a-z]+)/m;

const ownService = /^["']?service["']?\s*:/m;

/** The workload of a run, which its experiment names in a line of its own; left out, it is the product. */
export function workloadOfRun({ experiment }: Pick<RunHead, 'experiment'>): Subject {
  if (ownService.test(experiment)) return 'custom';
  return workloadNameSchema.safeParse(line.exec(experiment)?.[1]).data ?? 'product';
}
