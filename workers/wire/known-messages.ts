import type { Cell } from '../../contracts/experiment/cell.ts';
import type { OwnService } from '../../contracts/own-service.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import type { OperationDescription } from '../../workloads/description.ts';
import type { Messages } from './body.ts';
import { describedMessage } from './protobuf-slices.ts';

/** Messages by direction, and their location in the bodies. */
export type KnownMessages = Readonly<Record<'request' | 'answer', Messages>>;

const isQuery = (protocol: Protocol) => protocolFacts[protocol].style === 'queries';

/** The messages of a workload's operation; null if unknown. */
export function operationMessages(
  operation: Pick<OperationDescription, 'request' | 'response' | 'field' | 'roots'> | null,
  protocol: Protocol,
): KnownMessages {
  const { request = null, response = null, field = '', roots } = operation ?? {};
  return {
    request: {
      type: request && describedMessage(request),
      at: isQuery(protocol) ? ['variables'] : [],
    },
    answer: {
      type: response && describedMessage(response),
      at: isQuery(protocol) ? ['data', ...(roots || field === '' ? [] : [field])] : [],
    },
  };
}

/** The messages of a request to an own service. */
export async function ownMessages(
  service: OwnService,
  { protocol, shape }: Pick<Cell, 'protocol' | 'shape'>,
): Promise<KnownMessages> {
  const call = service.requests.find(({ name }) => name === shape)?.calls[protocol];
  const query = isQuery(protocol);
  const isBare = protocolFacts[protocol].encoding !== 'xml';
  const typesOf = async () => {
    if (call?.kind !== 'protobuf') return { request: null, answer: null };
    const { ProtobufTypes } = await import('../drivers/own-service/protobuf-types.ts');
    const { schemaMessage } = await import('./schema-messages.ts');
    const types = new ProtobufTypes(service);
    return {
      request: schemaMessage(types.type(call.schema, call.request)),
      answer: schemaMessage(types.type(call.schema, call.response)),
    };
  };
  const { request, answer } = await typesOf();
  return {
    request: { type: request, at: query ? ['variables'] : [], isBare },
    answer: { type: answer, at: query ? ['data'] : [], isRooted: query, isBare },
  };
}
