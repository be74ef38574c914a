import { z } from 'zod';

/**
 * Every failure that leaves a room has one of these codes. Codes are stable, because programs rely on them:
 * new ones are added, none is renamed. `docs/errors.md` lists them, and a test keeps the two equal.
 */
export const errorCodes = {
  EXPERIMENT_INVALID: 'The experiment file is invalid',
  EXPERIMENT_UNREADABLE: 'The experiment file cannot be read',
  EXPERIMENT_NEWER: 'The experiment file was written by a newer Wirebench',
  SERVICE_INVALID: 'The requests to your own service cannot be made',
  OVERRIDE_INVALID: 'A --set override is invalid',
  ARGUMENT_INVALID: 'A command-line argument is invalid',
  RUN_NOT_FOUND: 'No run has this id',
  RUN_AMBIGUOUS: 'More than one run has an id that starts like this',
  RUN_BUSY: 'Another run is in progress',
  RUN_NOT_ACTIVE: 'This run is not in progress',
  RUN_OVERRUN: 'The store could not keep up with the run',
  ANSWERS_DIFFER: 'The protocols give different answers',
  RUN_UNFINISHED: 'This run is still in progress',
  COMPARISON_INVALID: 'These runs or cells cannot be compared',
  STATISTICS_INVALID: 'These levels of the run cannot be compared',
  TRIAL_NOT_FOUND: 'No trial has this id',
  TRIAL_NOT_EXTENDABLE: 'This trial cannot be extended now',
  RUN_NOT_EXTENDABLE: 'This run cannot be made more exact',
  TARGET_LOST: 'The target stopped accepting connections during a trial',
  ANNOTATION_NOT_FOUND: 'No annotation has this id',
  ANNOTATIONS_FULL: 'The run has reached its limit of annotations',
  RUN_FILE_UNREADABLE: 'The file is not a run file',
  RUN_FILE_DAMAGED: 'The run file is damaged',
  RUN_FILE_INVALID: 'The run file contains values that no run can have',
  RUN_FILE_NEWER: 'The run file was written by a newer Wirebench',
  RUN_FILE_TOO_LARGE: 'The run file is too large',
  RUN_FILE_UPLOAD: 'The run file arrived incomplete',
  USERS_EXCEED_LIMIT: 'More users than this machine can connect',
  HOST_NOT_CONFIRMED: 'This host has not been confirmed as a target',
  SERVICE_START_FAILED: 'A bundled service did not start',
  SERVICE_DIED: 'A bundled service ended during a trial',
  STACK_BUILD_FAILED: 'The services of a stack could not be built',
  COMMAND_NOT_CONFIRMED: 'This command has not been confirmed',
  SERVER_START_FAILED: 'A server of your own did not get ready',
  SERVER_DIED: 'A server of your own ended during a trial',
  SERVER_NOT_FOUND: 'No process was found to watch',
  TOKEN_REFUSED: 'No access token was given for your own service',
  GATEWAY_DIED: 'The API gateway ended during a trial',
  NETWORK_DIED: 'The emulated network ended during a trial',
  ENERGY_UNAVAILABLE: 'The energy counters of this machine cannot be read',
  NO_REQUEST_SUCCEEDED: 'No request of a trial succeeded',
  TARGET_UNREACHABLE: 'The target did not accept a connection',
  NO_REQUEST_COMPLETED: 'No request of a trial was completed',
  ANSWERS_WRONG: 'Too many answers of a trial were wrong',
  TARGET_UNEXPECTED: 'The target is not the expected service',
  TARGET_SILENT: 'The target did not answer in time',
  WORKER_FAILED: 'A load worker failed',
  MACHINES_UNAVAILABLE: 'Other machines cannot be used',
  MACHINES_MISSING: 'Fewer machines than asked for have joined',
  MACHINE_LOST: 'A machine that made load fell silent',
  JOIN_REFUSED: 'The controller did not take this machine',
  CONTROLLER_UNREACHABLE: 'The controller does not answer',
  KUBECTL_MISSING: 'kubectl is not installed',
  CLUSTER_UNREACHABLE: 'No Kubernetes cluster answers',
  CLUSTER_REFUSED: 'The Kubernetes cluster refused what was asked',
  WIRE_CAPTURE_FAILED: 'The calls could not be recorded',
  TARGET_NOT_FOUND: 'No saved target has this id',
  LIBRARY_CHANGED: 'The experiment has changed since it was opened',
  LIBRARY_NAME_INVALID: 'An experiment file cannot have this name',
  LIBRARY_NAME_TAKEN: 'Another experiment file has this name',
  LIBRARY_NOT_FOUND: 'The collection has no such experiment',
  LIBRARY_UNUSABLE: 'The experiments folder cannot be used',
  STORE_NEWER: 'The database was written by a newer Wirebench',
  STORE_CORRUPT: 'The database is damaged',
  STORE_WRITE_FAILED: 'The database cannot be written',
  EXPORT_FAILED: 'The export could not be written',
  REPORT_NOT_FOUND: 'No report has this id',
  REPORT_UNAVAILABLE: 'The report renderer was not built',
  CHROMIUM_MISSING: 'No Chromium was found for printing',
  PORT_UNAVAILABLE: 'The port cannot be opened',
  UNAUTHORIZED: 'The request is not authorised',
  INTERNAL: 'Something went wrong inside Wirebench',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errorCodes;
const errorCodeSchema = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

/** An error with a stable code, a message for people and, if known, the cause. */
export class WirebenchError extends Error {
  readonly code: ErrorCode;
  /** Advice for the reader, if any. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; hint?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'WirebenchError';
    this.code = code;
    this.hint = options.hint;
  }
}

/** Form of an error where only data can pass (worker and service messages, the store). */
export const errorReportSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  hint: z.string().optional(),
});
export type ErrorReport = z.infer<typeof errorReportSchema>;

/** Restores an error from its report, elsewhere. @param place prefix of its message. */
export function fromErrorReport({ code, message, hint }: ErrorReport, place = ''): WirebenchError {
  return new WirebenchError(code, `${place}${message}`, hint === undefined ? {} : { hint });
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Converts anything thrown into an {@link ErrorReport}; unknown errors get the code `fallback`. */
export function toErrorReport(error: unknown, fallback: ErrorCode = 'INTERNAL'): ErrorReport {
  if (error instanceof WirebenchError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.hint ? { hint: error.hint } : {}),
    };
  }
  return { code: fallback, message: messageOf(error) };
}
