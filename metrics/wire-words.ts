import { protocolFacts } from '../contracts/protocols.ts';
import {
  bothWays,
  bytesOf,
  measuredLayers,
  type WireCapture,
  withSetUp,
} from '../contracts/wire.ts';
import { formatCount } from './format.ts';

/** The called operation, such as `store get-user`. */
export function calledOf(workload: string, shape: string): string {
  return `${workload === 'custom' ? 'request' : workload} ${shape}`;
}

/** Shapes of products are adjectives; those of other workloads are names. */
function subjectOf({ workload, shape, protocol }: WireCapture): string {
  const { label } = protocolFacts[protocol];
  return workload === 'product'
    ? `A ${shape} ${label} call`
    : `${workload === 'custom' ? `Request ${shape}` : `Shape ${shape} of ${workload}`}: one call over ${label}`;
}

/**
 * The result in one sentence: measured bytes of the second call of each protocol next to its payload, both
 * directions combined, smallest first.
 */
export function describeCaptures(captures: readonly WireCapture[]): string {
  const [best, ...others] = captures
    .flatMap((capture) => capture.calls.slice(-1).map((call) => ({ capture, call })))
    .map(({ capture, call }) => {
      const layers = bothWays(withSetUp(call));
      const total = bytesOf(layers, measuredLayers);
      return { capture, call, total, payload: layers.payload };
    })
    .sort((a, b) => a.total - b.total);
  if (!best) return '';
  const where = best.call.reused ? 'on a reused connection' : 'on a new connection';
  const head = `${subjectOf(best.capture)} ${where} moves ${formatCount(best.total)} bytes for ${formatCount(best.payload)} bytes of payload`;
  const tail = others.map(
    ({ capture, call, total }) =>
      `${protocolFacts[capture.protocol].label} ${formatCount(total)}${call.reused === best.call.reused ? '' : call.reused ? ' (reused)' : ' (new connection)'}`,
  );
  return `${[head, ...tail].join('; ')}.`;
}
