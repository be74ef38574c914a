import type { Protocol } from '../../contracts/words.ts';
import type { WorkloadDescription } from '../description.ts';
import { graphqlText } from './graphql.ts';
import { type OpenApiKind, openApiOf } from './openapi.ts';
import { protobufMediaType } from './problem.ts';
import { protoText } from './proto.ts';
import { rsocketText } from './rsocket.ts';
import { wsdlText } from './wsdl.ts';

type WriteInterface = (workload: WorkloadDescription) => string;

const openApiText =
  (kind: OpenApiKind): WriteInterface =>
  (workload) =>
    `${JSON.stringify(openApiOf(workload, kind), null, 2)}\n`;

const json = ['application/json'];

/** The text of a workload's interface file in each protocol. */
export const interfaceWriters: Readonly<Record<Protocol, WriteInterface>> = {
  rest: openApiText({ protocol: 'rest', mediaTypes: json }),
  'rest-h2': openApiText({ protocol: 'rest-h2', mediaTypes: json }),
  'rest-protobuf': openApiText({ protocol: 'rest-protobuf', mediaTypes: [protobufMediaType] }),
  soap: wsdlText,
  grpc: protoText,
  graphql: graphqlText,
  rsocket: rsocketText,
};
