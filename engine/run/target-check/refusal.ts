import type { ReportedFailure } from '../../../contracts/equivalence.ts';
import type { ErrorKind } from '../../../contracts/error-kinds.ts';
import type { ErrorCode, ErrorReport } from '../../../contracts/errors.ts';

/** A call before the load without the required answer. */
export interface RefusedCall {
  /** The call with its address. */
  readonly called: string;
  /** Expected service: `the product workload over REST without TLS`. */
  readonly expected: string;
  readonly failure: ReportedFailure;
  readonly timeoutMs: number;
  /** Whether it already timed out before an earlier trial. */
  readonly wasSilent: boolean;
  /** Result of a probe of the address; null where it was not probed. */
  readonly found: AddressFinding | null;
  /** Advice on failed TLS, where its settings are the reader's; null for other failures. */
  readonly tlsRemedy: string | null;
  /** Key of the address in the experiment file; null for bundled services, which have none. */
  readonly addressKey: string | null;
  /** Whether it is a request of an own service. */
  readonly own: boolean;
}

/** Result of a probe of an address. */
export interface AddressFinding {
  readonly words: string;
  /** Whether no connection could be made. */
  readonly unreachable: boolean;
  /** Whether the other side speaks TLS, or does not, where the opposite is expected. */
  readonly otherTls: boolean;
}

const codes: Partial<Record<ErrorKind, ErrorCode>> = {
  connect: 'TARGET_UNREACHABLE',
  tls: 'TARGET_UNREACHABLE',
  timeout: 'TARGET_SILENT',
};

/** Why a trial fails before its load: address, answer, expectation, advice. */
export function refusalReport(refused: RefusedCall): ErrorReport {
  const { called, expected, failure, found } = refused;
  const code = found?.unreachable ? 'TARGET_UNREACHABLE' : codes[failure.kind];
  const sentences = [
    `${called} ${outcomeWords(refused)}.`,
    ...(found ? [`At this address: ${found.words}`] : []),
    `Expected: ${expected}. No load was sent.`,
  ];
  return {
    code: code ?? 'TARGET_UNEXPECTED',
    message: sentences.join(' '),
    hint: hintOf(refused),
  };
}

function outcomeWords({ failure, timeoutMs, wasSilent, found }: RefusedCall): string {
  const { kind, code } = failure;
  const isExplained = found !== null && (found.unreachable || found.otherTls);
  const message = failure.message.replace(/\.$/, '');
  const words = message.includes(code) ? message : `${message} (${code})`;
  switch (kind) {
    case 'connect':
      return isExplained ? 'got no connection' : `got no connection: ${words}`;
    case 'tls':
      return found ? 'got no connection with TLS' : `got no connection with TLS: ${words}`;
    case 'timeout':
      return `got no answer within ${timeoutMs / 1000} s${wasSilent ? '; it did not answer before an earlier trial either' : ''}`;
    case 'reset':
      return `got no answer: ${words}`;
    case 'protocol':
      return `got a response that is not valid in this protocol: ${words}`;
    case 'mismatch':
      return `succeeded, but with an unexpected answer: ${message}`;
    default:
      return `was answered with an error: ${words}`;
  }
}

function hintOf({ addressKey, failure, found, own, tlsRemedy }: RefusedCall): string {
  if (addressKey === null) {
    return 'The bundled service did not answer its own client: please report it with this message.';
  }
  if (tlsRemedy !== null) return tlsRemedy;
  if (found?.otherTls) {
    return `Make ${addressKey} and factors.tls match the service.`;
  }
  if (found?.unreachable || failure.kind === 'connect') {
    return `Start the service, or correct ${addressKey}.`;
  }
  if (failure.kind === 'tls') {
    return `Check factors.tls, and that this machine trusts the certificate for the host in ${addressKey}.`;
  }
  if (failure.kind === 'timeout') {
    return `Check that the service works, correct ${addressKey}, or allow a longer timeout.`;
  }
  if (own) {
    const what = failure.kind === 'mismatch' ? 'its checks' : addressKey;
    return `“wirebench try” shows the request and the whole answer: correct the request, ${what}, or the service.`;
  }
  const offer = 'see “What a target must offer” in the help on the experiment file';
  return failure.kind === 'mismatch'
    ? `Correct ${addressKey}, give the service the data of the workload, or set verify: none to accept every answer; ${offer}.`
    : `Correct ${addressKey}, or start the expected service there; ${offer}.`;
}
