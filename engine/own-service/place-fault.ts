import type { AnswerCheck } from '../../contracts/experiment/checks.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import { grpcStatusNames } from '../../protocols/grpc/status.ts';

/**
 * Why no response in a protocol can have a value at a place, and what to write instead, in a sentence; null where one
 * may. Responses of resources may be JSON or XML, so both are accepted.
 */
export function placeFault(
  { path, xpath, header, status }: Pick<AnswerCheck, 'path' | 'xpath' | 'header' | 'status'>,
  protocol: Protocol,
): string | null {
  const { custom, label } = protocolFacts[protocol];
  const own = (place: string) => `, as in {${protocol}: ${place}}`;
  if (header !== undefined && custom === 'message') {
    return `expected a path${own('{path: $.id}')}, since answers over ${label} have no headers to look at`;
  }
  if (xpath !== undefined && custom !== 'resource' && custom !== 'envelope') {
    return `expected a path${own('{path: $.id}')}, since answers over ${label} are not XML`;
  }
  if (path !== undefined && custom === 'envelope') {
    return `expected an xpath${own('{xpath: //id}')}, since answers over ${label} are XML`;
  }
  if (status !== undefined && custom === 'message' && status >= grpcStatusNames.length) {
    return `expected a code of ${label}, 0 to ${grpcStatusNames.length - 1}${own('{status: 0}')}`;
  }
  if (status !== undefined && custom !== 'message' && status < 100) {
    return `expected a status of HTTP${own('{status: 200}')}`;
  }
  return null;
}
