import type { EncodedSize } from '../../contracts/sizes.ts';
import { type Message, type MessageType, soapNamespaceOf } from '../../workloads/description.ts';
import { envelopeAround, xmlOf } from '../codecs/soap.ts';
import { base64Parts, filePartsOf } from '../drivers/http/upload.ts';
import {
  bodySize,
  type MessageSizes,
  onlyMessage,
  type SizedWorkload,
  totalLength,
} from './size.ts';

function sizeOf(
  workload: SizedWorkload,
  element: string,
  type: MessageType,
  message: Message,
): EncodedSize {
  return bodySize(Buffer.byteLength(xmlOf(type, message)), envelopeLength(workload, element));
}

function envelopeLength(workload: SizedWorkload, element: string): number {
  const [start, end] = envelopeAround(element, soapNamespaceOf(workload));
  return start.length + end.length;
}

export const soapSizes: MessageSizes = {
  request: (workload, operation, messages) => {
    const { request, method, stream } = operation;
    const element = `${method}Request`;
    if (stream !== 'request') return sizeOf(workload, element, request, onlyMessage(messages));
    // A file is base64 within the only element of the envelope.
    const tags = `<></>${request.fields[0]?.name.repeat(2) ?? ''}`.length;
    const length = totalLength(base64Parts(filePartsOf(operation, messages)()));
    return bodySize(tags + length, envelopeLength(workload, element));
  },
  answer: (workload, { response, method }, answer) =>
    sizeOf(workload, `${method}Response`, response, answer),
};
