import type { ErrorCode } from '../../contracts/errors.ts';

/** How the program ends; scripts and pipelines rely on these numbers. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongInput: 2,
  thresholdFailed: 3,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Told by each command how it ended. */
export type Finish = (code: ExitCode) => void;

/** Errors that the caller can fix with other input. */
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

/** The exit code for a command that an error ended. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  return wrongInput.has(code) ? exitCodes.wrongInput : exitCodes.failed;
}
