import { graphqlText } from '../../contracts/workloads/interfaces/graphql.ts';
import { problemText } from '../../contracts/workloads/interfaces/problem.ts';
import { protoText } from '../../contracts/workloads/interfaces/proto.ts';
import { rsocketText } from '../../contracts/workloads/interfaces/rsocket.ts';
import { wsdlText } from '../../contracts/workloads/interfaces/wsdl.ts';
import { workloads } from '../../contracts/workloads/registry.ts';

/** Every workload's interface files, by their paths in the repository. */
export function interfaceTexts(): Record<string, string> {
  const files = Object.values(workloads).flatMap(({ description }) => [
    [`proto/${description.name}.proto`, protoText(description)],
    [`graphql/${description.name}.graphql`, graphqlText(description)],
    [`wsdl/${description.name}.wsdl`, wsdlText(description)],
    [`rsocket/${description.name}.md`, rsocketText(description)],
  ]);
  return { ...Object.fromEntries(files), 'proto/problem.proto': problemText };
}
