import type { InterfaceFile } from '../../contracts/services.ts';
import type { Protocol, WorkloadName } from '../../contracts/words.ts';
import { graphqlText } from '../../contracts/workloads/interfaces/graphql.ts';
import { protobufMediaType } from '../../contracts/workloads/interfaces/problem.ts';
import { protoText } from '../../contracts/workloads/interfaces/proto.ts';
import { rsocketText } from '../../contracts/workloads/interfaces/rsocket.ts';
import { wsdlText } from '../../contracts/workloads/interfaces/wsdl.ts';
import { openApiOf } from '../../contracts/workloads/openapi.ts';
import { workloadOf } from '../../contracts/workloads/registry.ts';

function openApiFile(document: object): InterfaceFile {
  return {
    name: 'openapi.json',
    mediaType: 'application/json',
    text: `${JSON.stringify(document, null, 2)}\n`,
  };
}

/** The interface file of a workload in a protocol. */
export function interfaceFileOf(
  protocol: Protocol,
  workload: WorkloadName = 'product',
): InterfaceFile {
  const { description } = workloadOf(workload);
  switch (protocol) {
    case 'rest':
    case 'rest-h2':
      return openApiFile(openApiOf(description, { protocol, mediaTypes: ['application/json'] }));
    case 'rest-protobuf':
      return openApiFile(openApiOf(description, { protocol, mediaTypes: [protobufMediaType] }));
    case 'soap':
      return {
        name: `${workload}.wsdl`,
        mediaType: 'application/wsdl+xml',
        text: wsdlText(description),
      };
    case 'graphql':
      return {
        name: `${workload}.graphql`,
        mediaType: 'text/graphql',
        text: graphqlText(description),
      };
    case 'grpc':
      return { name: `${workload}.proto`, mediaType: 'text/plain', text: protoText(description) };
    case 'rsocket':
      return { name: `${workload}.md`, mediaType: 'text/markdown', text: rsocketText(description) };
  }
}
