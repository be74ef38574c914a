import { WirebenchError } from '../../contracts/errors.ts';
import type { WorkloadName } from '../../contracts/words.ts';
import { workloadOf } from '../../workloads/registry.ts';

interface Asked {
  readonly workload: WorkloadName;
  readonly shapes: readonly string[];
  /** Settings of the workload's data; missing ones have their defaults. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** @throws WirebenchError ARGUMENT_INVALID when the workload lacks the shape or the data setting. */
export function assertShapes({ workload, shapes, data }: Asked): void {
  const { operationOf, shapeHelp, data: schema } = workloadOf(workload);
  const unknown = shapes.find((shape) => operationOf(shape) === null);
  if (unknown !== undefined) {
    const message = `The workload ${workload} has no shape ${unknown}: ${shapeHelp}.`;
    throw new WirebenchError('ARGUMENT_INVALID', message);
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  const place = ['data', ...(issue?.path ?? [])].join('.');
  throw new WirebenchError('ARGUMENT_INVALID', `${place}: ${issue?.message ?? 'wrong'}`);
}
