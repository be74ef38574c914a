import { WirebenchError } from '../../../contracts/errors.ts';
import type { CaseOutcome } from './messages.ts';

/** Something that is read and may be damaged. */
export interface Target {
  readonly what: string;
  /** How much of the tries it gets, beside the others. */
  readonly weight: number;
  /** Makes what is damaged. @param folder of its own. */
  prepare(folder: string): Promise<Prepared>;
}

export interface Prepared {
  /** What cases are made of, each damaged by itself; text gets other damage than bytes. */
  readonly samples: readonly Buffer[];
  readonly isText: boolean;
  /**
   * Reads a damaged sample as the product does. Errors with a code are refusals.
   * @param planted whether other data has to be put in its place that looks sound, where a target can tell.
   */
  read(damaged: Buffer, sample: number, planted: boolean): Promise<CaseOutcome> | CaseOutcome;
}

/** What came of reading: an error with a code is a refusal, any other breaks the promise. */
export async function judged(
  read: () => Promise<CaseOutcome> | CaseOutcome,
): Promise<{ outcome: CaseOutcome; saw: string }> {
  try {
    const outcome = await read();
    return { outcome, saw: outcome === 'broken' ? 'changed data was taken for sound' : '' };
  } catch (error) {
    if (error instanceof WirebenchError && error.code !== 'INTERNAL') {
      return { outcome: 'told', saw: error.code };
    }
    const saw = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { outcome: 'broken', saw: saw.split('\n').slice(0, 3).join(' ') };
  }
}
