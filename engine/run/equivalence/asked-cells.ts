import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import type { Stack } from '../../../contracts/stacks.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { isOffered, type OperationDescription } from '../../../workloads/description.ts';
import { workloadIn } from '../../../workloads/registry.ts';

/** Shapes requested over every protocol that offers them. */
export interface AskedShape {
  readonly shape: string;
  readonly operation: OperationDescription;
  readonly protocols: readonly Protocol[];
}

/**
 * The shapes whose answers are compared: those of the experiment, or, where it names use cases, all shapes of the
 * workload. Excluded are shapes that fewer than two of its protocols offer, streamed answers, and operations that would change
 * a remote service.
 */
export function askedShapes(experiment: Experiment): AskedShape[] {
  const { factors, target } = experiment;
  const { operationOf, shapes } = workloadIn(experiment);
  const named = factors.shape.filter((shape) => operationOf(shape) !== null);
  const wanted = named.length > 0 ? named : shapes.map(({ name }) => name);
  return wanted.flatMap((shape) => {
    const operation = operationOf(shape);
    if (operation?.stream !== 'none') return [];
    if (target !== 'bundled' && operation.changes) return [];
    if (experiment.service && !saysWhatAgrees(experiment, shape)) return [];
    const protocols = factors.protocol.filter((protocol) => isOffered(operation, protocol));
    return protocols.length < 2 ? [] : [{ shape, operation, protocols }];
  });
}

/** For an own service, only the user knows which parts of the answers must be the same. */
function saysWhatAgrees({ custom }: Experiment, name: string): boolean {
  return (
    custom?.requests.some((request) => request.name === name && request.agree.length > 0) ?? false
  );
}

/** The cell in which a protocol is checked, in one of its stacks: with all fields, and with no hop between client and service. */
export function askedCell(
  { factors, target }: Experiment,
  protocol: Protocol,
  shape: string,
  stack: Stack | undefined,
): Cell {
  const dates = factors.dates?.[0];
  const server = factors.server?.[0];
  return {
    protocol,
    shape,
    users: 1,
    // The scheme of a remote address and the level of TLS belong together.
    tls: target === 'bundled' ? 'off' : (factors.tls[0] ?? 'off'),
    client: factors.client[0] ?? 'raw',
    fields: 'full',
    ...(dates === undefined ? {} : { dates }),
    ...(server === undefined ? {} : { server }),
    ...(stack === undefined ? {} : { stack }),
  };
}
