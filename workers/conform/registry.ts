import type { ConformWorkload } from '../../contracts/conform.ts';
import type { Protocol } from '../../contracts/words.ts';
import type { InvalidCodes } from './answers/check.ts';
import type { ConformCheck } from './check.ts';
import { grpcChecks } from './wire/grpc-checks.ts';
import { restChecks } from './wire/rest-checks.ts';
import { soapChecks } from './wire/soap-checks.ts';

/** Requirements for services of a protocol. */
export interface ProtocolConformity {
  /** Codes of refused invalid requests. */
  readonly invalid: InvalidCodes;
  /** Checks besides answers; absent without any. */
  readonly checks?: (workload: ConformWorkload) => readonly ConformCheck[];
}

export const conformity: Readonly<Record<Protocol, ProtocolConformity>> = {
  rest: { invalid: ['400'], checks: restChecks },
  'rest-h2': { invalid: ['400'] },
  'rest-protobuf': { invalid: ['400'] },
  soap: { invalid: ['Client'], checks: soapChecks },
  grpc: { invalid: ['INVALID_ARGUMENT'], checks: grpcChecks },
  graphql: { invalid: ['INVALID'] },
  rsocket: { invalid: ['APPLICATION_ERROR'] },
};
