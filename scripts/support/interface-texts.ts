import { forWorkload, protocolFacts, protocolNames } from '../../contracts/protocols.ts';
import { problemText } from '../../workloads/interfaces/problem.ts';
import { interfaceWriters } from '../../workloads/interfaces/registry.ts';
import { workloads } from '../../workloads/registry.ts';

/** Every workload's interface files, by their paths in the repository. */
export function interfaceTexts(): Record<string, string> {
  const files = Object.values(workloads).flatMap(({ description }) =>
    protocolNames.flatMap((protocol) => {
      const { folder, file } = protocolFacts[protocol].interface;
      if (folder === null) return [];
      const path = `${folder}/${forWorkload(file, description.name)}`;
      return [[path, interfaceWriters[protocol](description)] as const];
    }),
  );
  return { ...Object.fromEntries(files), 'proto/problem.proto': problemText };
}
