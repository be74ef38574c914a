import type { Cell } from '../../contracts/experiment/cell.ts';
import type { OwnService, OwnServiceCall } from '../../contracts/own-service.ts';
import type { EncodedCall, EncodedSize } from '../../contracts/sizes.ts';
import type { Address } from '../../contracts/worker-messages.ts';
import { prefixBytes, splitMessages } from '../../protocols/grpc/messages.ts';
import { answerOctets, type OwnServiceAnswer } from '../../workloads/own-service/judge.ts';
import type { ShapeRequests } from '../../workloads/workload.ts';
import { ByteMeter } from '../byte-meter.ts';
import type { PreparedRequest } from '../drivers/driver.ts';
import type { Http1Exchange } from '../drivers/http1/connection.ts';
import type { Http2Request } from '../drivers/http2/request.ts';
import { openOwnServiceDriver } from '../drivers/own-service/open.ts';
import type { RightCall } from '../verifier.ts';
import { bodyLayers, formOf, type Messages } from '../wire/body.ts';
import { ownMessages } from '../wire/known-messages.ts';
import { bodySize } from './size.ts';

const endOfHead = '\r\n\r\n';

/** The octets of a body prepared by a driver of an own service. */
function octetsSent(prepared: PreparedRequest): Buffer {
  if ('call' in prepared) return (prepared as Http2Request).call.body;
  const { request } = prepared as Http1Exchange;
  return request.subarray(request.indexOf(endOfHead) + endOfHead.length);
}

/** Messages of Protobuf with their prefixes. */
function prefixedSize(octets: Buffer): EncodedSize {
  const prefixes = splitMessages(octets).length * prefixBytes;
  return {
    payload: octets.length - prefixes,
    envelope: prefixes,
    beside: { framing: prefixes, headers: 0 },
  };
}

function textSize(octets: Buffer, contentType: string, messages: Messages): EncodedSize {
  const { payload, envelope } = bodyLayers(octets, formOf(contentType), messages);
  return bodySize(payload, envelope);
}

const contentTypeOf = (call: OwnServiceCall) =>
  (call.kind === 'text' && call.headers.find(([name]) => name === 'content-type')?.[1]) || '';

/**
 * Computes the bytes of a call of an own service from the output of the raw driver and a driver's answer,
 * divided like recordings. Of streams, all messages of the answer count.
 */
export async function ownCallSizes(
  custom: OwnService,
  cell: Pick<Cell, 'protocol' | 'shape'>,
  address: Address,
  { operation }: Pick<ShapeRequests, 'operation'>,
): Promise<(call: RightCall) => EncodedCall | null> {
  const messages = await ownMessages(custom, cell);
  const driver = await openOwnServiceDriver('raw', {
    service: custom,
    protocol: cell.protocol,
    // No body.
    address: { ...address, tls: null },
    meter: new ByteMeter(),
    resumption: false,
  });
  const call = custom.requests.find(({ name }) => name === cell.shape)?.calls[cell.protocol];
  return ({ request, answer }) => {
    const { [answerOctets]: octets, headers } = answer as unknown as OwnServiceAnswer;
    if (!octets || !call) return null;
    const [sent, received] = [octetsSent(driver.prepare(operation, request)), Buffer.from(octets)];
    if (call.kind === 'protobuf') {
      const isStream = call.stream === 'response';
      const unary = { payload: received.length, envelope: prefixBytes };
      return {
        request: prefixedSize(sent),
        answer: isStream
          ? prefixedSize(received)
          : { ...unary, beside: { framing: prefixBytes, headers: 0 } },
      };
    }
    return {
      request: textSize(sent, contentTypeOf(call), messages.request),
      answer: textSize(received, headers['content-type'] ?? '', messages.answer),
    };
  };
}
