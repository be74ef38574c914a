import type { Failure } from '../driver.ts';

/** The failure of a call whose stream was reset. @param code from RFC 9113. */
export function streamResetFailure(code: string): Failure {
  const kind = code === 'PROTOCOL_ERROR' ? 'protocol' : 'reset';
  return { kind, code, message: `The stream was reset: ${code}` };
}
