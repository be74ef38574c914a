import { WirebenchError } from '../../contracts/errors.ts';
import type { Problem } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { parsePath } from '../../contracts/experiment/path.ts';
import { serviceEndpoint } from '../../contracts/experiment/service.ts';
import { protocolFacts, protocolLabels } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import { atStart, parseExperimentDocument } from '../experiment/document.ts';
import { problemAt } from '../experiment/problems.ts';
import type { NamedFiles } from './files.ts';
import { readOwnTls } from './own-tls.ts';
import { readService } from './read-service.ts';
import { sharedRows } from './shared-rows.ts';

/** Problems of a service that its files show, and warnings about what only a run can check. */
export interface ServiceCheck {
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
}

/** Assigns an error to its position in the file, with which its message begins. */
function placed(text: string, { message }: WirebenchError): Problem {
  const [, path = 'service', said = message] = /^(service\.[^\s:]+): (.*)$/s.exec(message) ?? [];
  const parsed = parseExperimentDocument(text);
  if (!parsed.ok) return atStart(message);
  return problemAt(parsed.document, parsePath(path) ?? ['service'], said);
}

/**
 * Reads an own service without contacting it: types that the service itself provides are skipped, and secrets
 * missing in the environment are assumed to exist.
 * @param text of the experiment, for the positions of problems.
 */
export async function checkService(
  experiment: Experiment,
  text: string,
  files: NamedFiles,
): Promise<ServiceCheck> {
  const { service, factors } = experiment;
  if (!service) return { problems: [], warnings: [] };
  const asked = factors.protocol.filter(
    (protocol) =>
      protocolFacts[protocol].custom === 'message' &&
      serviceEndpoint(service, protocol)?.description === undefined,
  );
  const missing = new Set<string>();
  const env = new Proxy(process.env, {
    get: (known, name) => {
      if (typeof name === 'string' && known[name] === undefined) missing.add(name);
      return Reflect.get(known, name) ?? 'x';
    },
  });
  const protocols = factors.protocol.filter((protocol) => !asked.includes(protocol));
  const reach = async (_protocol: Protocol, address: string) => ({ address, tls: null });
  const problems: Problem[] = [];
  const shared: string[] = [];
  try {
    const clients = factors.client;
    const read = await readService(service, { files, env, reach, protocols, clients });
    shared.push(...sharedRows(read, factors));
    // Without the passphrase the key cannot be checked.
    const known = factors.protocol.filter((protocol) => {
      const named = serviceEndpoint(service, protocol)?.tls?.passphrase ?? '';
      const names = [...named.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
      const absent = names.filter((name) => process.env[name] === undefined);
      for (const name of absent) missing.add(name);
      return absent.length === 0;
    });
    await readOwnTls(service, { files, env, protocols: known });
  } catch (error) {
    if (!(error instanceof WirebenchError)) throw error;
    problems.push(placed(text, error));
  }
  return {
    problems,
    warnings: [
      ...shared,
      ...[...missing].map((name) => `The environment has no ${name}, which a run needs.`),
      ...(asked.length === 0
        ? []
        : [
            `What ${protocolLabels(asked)} sends was not checked: its types come from the service itself.`,
          ]),
    ],
  };
}
