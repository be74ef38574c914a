import type { ErrorCode } from '../../contracts/errors.ts';

/** Exit codes of the program; scripts and pipelines rely on these numbers. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongInput: 2,
  thresholdFailed: 3,
  requestsFailed: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Set by each command. */
export type Finish = (code: ExitCode) => void;

/** Errors that the caller can fix by other input. */
const wrongInput: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ARGUMENT_INVALID',
  'COMMAND_NOT_CONFIRMED',
  'CLUSTER_REFUSED',
  'CLUSTER_UNREACHABLE',
  'COMPARISON_INVALID',
  'CONTROLLER_UNREACHABLE',
  'CHROMIUM_MISSING',
  'ENERGY_UNAVAILABLE',
  'EXPERIMENT_INVALID',
  'EXPERIMENT_NEWER',
  'EXPERIMENT_UNREADABLE',
  'HOST_NOT_CONFIRMED',
  'JOIN_REFUSED',
  'KUBECTL_MISSING',
  'MACHINES_MISSING',
  'MACHINES_UNAVAILABLE',
  'SERVICE_INVALID',
  'OVERRIDE_INVALID',
  'REPORT_NOT_FOUND',
  'RUN_AMBIGUOUS',
  'RUN_FILE_DAMAGED',
  'RUN_FILE_INVALID',
  'RUN_FILE_NEWER',
  'RUN_FILE_TOO_LARGE',
  'RUN_FILE_UNREADABLE',
  'RUN_NOT_FOUND',
  'RUN_UNFINISHED',
  'STACK_BUILD_FAILED',
  'STATISTICS_INVALID',
  'USERS_EXCEED_LIMIT',
]);

/** The exit code of a command that failed with an error. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  return wrongInput.has(code) ? exitCodes.wrongInput : exitCodes.failed;
}
