import { WirebenchError } from '../../../contracts/errors.ts';
import type { CaseOutcome } from './messages.ts';

/** A format that is read and may be damaged. */
export interface Target {
  readonly what: string;
  /** Its share of the tries, relative to the others. */
  readonly weight: number;
  /** Creates the samples. @param folder for this target alone. */
  prepare(folder: string): Promise<Prepared>;
}

export interface Prepared {
  /** Parts that are damaged separately; text is damaged differently from bytes. */
  readonly samples: readonly Buffer[];
  readonly isText: boolean;
  /**
   * Reads a damaged sample as the product does. Errors with a code are refusals.
   * @param planted whether to substitute different data that looks valid, where a target can detect that.
   */
  read(damaged: Buffer, sample: number, planted: boolean): Promise<CaseOutcome> | CaseOutcome;
}

/** Result of reading: an error with a code is a refusal, any other error breaks the promise. */
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
