import { compositeRoute } from '../../protocols/rsocket/routes.ts';
import { bodySize, jsonLength, type MessageSizes, messagesOf, onlyMessage } from './size.ts';

export const rsocketSizes: MessageSizes = {
  request: (_workload, { field, request }, messages) => {
    const metadata = compositeRoute(field).length;
    const beside = { framing: 0, headers: metadata };
    return { payload: jsonLength(request, onlyMessage(messages)), envelope: metadata, beside };
  },
  answer: (_workload, operation, answer) => {
    const lengths = messagesOf(operation, answer).map((one) => jsonLength(operation.response, one));
    return bodySize(lengths.reduce((sum, length) => sum + length, 0));
  },
};
