import type { Breach, Outcome, Table } from './kind.ts';

/** Number of tries by outcome. */
export interface Row {
  readonly what: string;
  readonly counts: Readonly<Record<Outcome, number>>;
}

/** All results of one kind. */
export interface KindReport {
  readonly kind: string;
  readonly promise: string;
  readonly expected: number;
  readonly seconds: number;
  readonly rows: readonly Row[];
  readonly breaches: readonly Breach[];
  /** The maximum of each measure. */
  readonly measures: Readonly<Record<string, number>>;
  readonly tables: readonly Table[];
  /** What could not be tried, with the reason. */
  readonly missing: Readonly<Record<string, string>>;
}

/** Breaches whose text is kept; all are counted. */
const maxBreaches = 20;

/** Counts the tries of one kind. */
export class Tally {
  readonly #rows = new Map<string, Record<Outcome, number>>();
  readonly #breaches: Breach[] = [];
  readonly #measures: Record<string, number> = {};
  readonly #tables: Table[] = [];
  readonly #missing: Record<string, string> = {};

  count(what: string, outcome: Outcome, times = 1): void {
    const row = this.#rows.get(what) ?? { unharmed: 0, told: 0, lost: 0, broken: 0 };
    row[outcome] += times;
    this.#rows.set(what, row);
  }

  breach(breach: Breach): void {
    this.count(breach.what, 'broken');
    if (this.#breaches.length < maxBreaches) this.#breaches.push(breach);
  }

  get isBroken(): boolean {
    return this.#breaches.length > 0;
  }

  measure(name: string, value: number): void {
    this.#measures[name] = Math.max(value, this.#measures[name] ?? value);
  }

  table(table: Table): void {
    this.#tables.push(table);
  }

  missing(what: string, reason: string): void {
    this.#missing[what] = reason;
  }

  report(about: Pick<KindReport, 'kind' | 'promise' | 'expected' | 'seconds'>): KindReport {
    return {
      ...about,
      rows: [...this.#rows].map(([what, counts]) => ({ what, counts: { ...counts } })),
      breaches: [...this.#breaches],
      measures: { ...this.#measures },
      tables: [...this.#tables],
      missing: { ...this.#missing },
    };
  }
}

export const triesOf = ({ counts }: Row): number =>
  counts.unharmed + counts.told + counts.lost + counts.broken;

export const isBroken = ({ rows }: KindReport): boolean =>
  rows.some(({ counts }) => counts.broken > 0);
