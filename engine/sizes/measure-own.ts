import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { OwnServiceRequest } from '../../contracts/own-service.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import type { OwnSizesWanted, SizeEntry, Sizes } from '../../contracts/sizes.ts';
import { protocols as allProtocols, type Protocol } from '../../contracts/words.ts';
import { loneRequests, ownRequest, recordOwn, type TargetOf } from '../wire/capture-own.ts';
import { sizeEntry } from './entry.ts';

/**
 * Sizes of requests to an own service in every protocol that has them: two calls of each through the
 * recording relay, whose bodies are compared with those that the driver sent and received. A request whose calls
 * fail does not affect the others.
 * @param experiment whose service has been read. @param home folder of the certificates.
 * @param record makes the calls.
 * @throws WirebenchError ARGUMENT_INVALID, and WIRE_CAPTURE_FAILED when no call at all succeeded
 */
export async function measureOwnSizes(
  experiment: Experiment,
  wanted: OwnSizesWanted & { readonly targetOf: TargetOf },
  home: string,
  signal: AbortSignal,
  record = recordOwn,
): Promise<Sizes> {
  const { protocols = experiment.factors.protocol, targetOf } = wanted;
  const requests = wantedRequests(experiment, wanted.requests);
  const takenAt = new Date().toISOString();
  const entries: SizeEntry[] = [];
  const skipped: Sizes['skipped'] = [];
  let failure: unknown = null;
  for (const protocol of allProtocols.filter((one) => protocols.includes(one))) {
    const { label } = protocolFacts[protocol];
    for (const request of requests) {
      const shape = request.name;
      if (!request.calls[protocol]) {
        const reason = `The experiment does not say how ${shape} is sent over ${label}.`;
        // Not reported unless requested by name.
        if (wanted.requests) skipped.push({ protocol, shape, reason });
        continue;
      }
      try {
        const placed = { ...experiment, target: await targetOf(protocol) };
        const calls = { request: shape, protocol, contents: true };
        const recorded = await record(placed, calls, home, signal);
        entries.push(sizeEntry({ name: shape, stream: streamOf(request, protocol) }, recorded));
      } catch (error) {
        if (signal.aborted || !isFailedCall(error)) throw error;
        failure ??= error;
        const reason = `${label}, ${shape}: ${toErrorReport(error).message}`;
        skipped.push({ protocol, shape, reason, failed: true });
      }
    }
  }
  if (entries.length === 0) {
    const names = requests.map(({ name }) => name).join(', ');
    const message = `${names} cannot be sent over ${protocols.join(' or ')}`;
    throw failure ?? new WirebenchError('ARGUMENT_INVALID', message);
  }
  const { factors, text } = experiment;
  const tls = factors.tls[0] ?? 'off';
  const client = factors.client[0] ?? 'raw';
  const said = { workload: experiment.workload, tls, client, text, takenAt };
  return { ...said, entries, messages: [], published: [], skipped };
}

const isFailedCall = (error: unknown) =>
  error instanceof WirebenchError && error.code === 'WIRE_CAPTURE_FAILED';

/** @throws WirebenchError ARGUMENT_INVALID */
function wantedRequests(
  experiment: Experiment,
  names: readonly string[] | undefined,
): OwnServiceRequest[] {
  if (names) return names.map((name) => ownRequest(experiment, name));
  const reading = loneRequests(experiment).filter(({ changes }) => !changes);
  if (reading.length > 0) return reading;
  throw new WirebenchError(
    'ARGUMENT_INVALID',
    'no request can be sent by itself without changing the data of the service',
    { hint: 'Name the requests to send anyway.' },
  );
}

function streamOf({ calls }: OwnServiceRequest, protocol: Protocol): SizeEntry['stream'] {
  const call = calls[protocol];
  return call?.kind === 'protobuf' ? call.stream : 'none';
}
