import { WirebenchError } from '../../../contracts/errors.ts';

/** Cases for the process that reads damaged bytes: numbers `from` to before `to` of a target. */
export interface Order {
  readonly target: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly plant: string | null;
  /** The only case, by the numbers of all cases whose damage it has; absent for normal orders. */
  readonly line?: readonly number[];
}

export type CaseOutcome = 'unharmed' | 'reported' | 'broken';

interface Case {
  readonly number: number;
  /** Its own number, after those of the cases that damaged the same sample before it. */
  readonly line: readonly number[];
}

/** Sent before each case is read, so that a death can be attributed to a number. */
interface Begun extends Case {
  readonly type: 'begun';
}

export interface Ended extends Case {
  readonly type: 'ended';
  readonly outcome: CaseOutcome;
  readonly saw: string;
  readonly cpuSeconds: number;
  /** Peak memory of the process. */
  readonly peakBytes: number;
  /** Characters of code that the cases of this target have run so far, and the number of cases kept for more damage. */
  readonly reached: number;
  readonly kept: number;
}

export type Message = Begun | Ended | { readonly type: 'done' };

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
      return { outcome: 'reported', saw: error.code };
    }
    const saw = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { outcome: 'broken', saw: saw.split('\n').slice(0, 3).join(' ') };
  }
}
