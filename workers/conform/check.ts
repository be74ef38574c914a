import type { ConformOrder } from '../../contracts/conform.ts';
import type { WorkloadDescription } from '../../workloads/description.ts';

/** The service that is checked. */
export interface CheckedService extends ConformOrder {
  readonly description: WorkloadDescription;
}

/** One thing that services are held to: in words, and how it is found out. */
export interface ConformCheck {
  /** Unique among those of a protocol. */
  readonly name: string;
  /** What a service does that passes. */
  readonly holds: string;
  readonly sent: string;
  readonly expected: string;
  /** @returns why a service cannot be asked that; null where it can. Absent where all can. */
  readonly skip?: (service: CheckedService) => string | null;
  /** @returns what came instead; null when it is what was expected. What it throws is what came, too. */
  readonly find: (service: CheckedService) => Promise<string | null>;
}
