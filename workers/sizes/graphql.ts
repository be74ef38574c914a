import { documentOf } from '../../workloads/interfaces/graphql-document.ts';
import { bodySize, jsonLength, type MessageSizes, onlyMessage } from './size.ts';

export const graphqlSizes: MessageSizes = {
  request: (_workload, operation, messages) => {
    const document = { query: documentOf(operation), operationName: operation.method };
    const wrapper = Buffer.byteLength(JSON.stringify(document)) + ',"variables":'.length;
    return bodySize(jsonLength(operation.request, onlyMessage(messages)), wrapper);
  },
  // A document with several root fields has their answers as its fields.
  answer: (_workload, { response, field, roots }, answer) =>
    bodySize(jsonLength(response, answer), (roots ? '{"data":}' : `{"data":{"${field}":}}`).length),
};
