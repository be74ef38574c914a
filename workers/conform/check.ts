import type { ConformOrder } from '../../contracts/conform.ts';
import type { WorkloadDescription } from '../../workloads/description.ts';

/** The checked service. */
export interface CheckedService extends ConformOrder {
  readonly description: WorkloadDescription;
}

/** A requirement for services, with its check. */
export interface ConformCheck {
  /** Unique within a protocol. */
  readonly name: string;
  /** Required behaviour. */
  readonly holds: string;
  readonly sent: string;
  readonly expected: string;
  /** @returns why a service cannot be checked for it; null if it can. Absent if all can. */
  readonly skip?: (service: CheckedService) => string | null;
  /** @returns the observed behaviour; null if as expected. A thrown error is observed behaviour, too. */
  readonly find: (service: CheckedService) => Promise<string | null>;
}
