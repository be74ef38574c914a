import { rsocketErrorCodes, rsocketErrorName } from '../../../protocols/rsocket/frames.ts';
import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';

/** Prefix with which services report that their database had no connection free in time. */
const poolMark = 'pool:';
const longestText = 500;

/** The failure of a request whose stream was ended by an ERROR. */
export function streamFailure(code: number, text: string): Failure {
  const name = rsocketErrorName(code);
  if (code < rsocketErrorCodes.applicationError || code === 0xffff_ffff) {
    return protocolFailure('RSOCKET_ERROR', `An ERROR with the code ${name} on a stream`);
  }
  const isPool = code === rsocketErrorCodes.applicationError && text.startsWith(poolMark);
  return { kind: isPool ? 'pool' : 'fault', code: name, message: messageOf(name, text) };
}

/** The failure of everything on a connection that was ended by an ERROR. */
export function connectionFailure(code: number, text: string): Failure {
  const name = rsocketErrorName(code);
  const message = messageOf(name, text);
  if (code >= rsocketErrorCodes.invalidSetup && code <= rsocketErrorCodes.rejectedResume) {
    return { kind: 'connect', code: name, message };
  }
  if (code === rsocketErrorCodes.connectionError || code === rsocketErrorCodes.connectionClose) {
    return { kind: 'reset', code: name, message };
  }
  return protocolFailure('RSOCKET_ERROR', `An ERROR with the code ${name} on stream 0`);
}

function messageOf(name: string, text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  return `RSocket ${name}: ${short}`;
}
