import { seededRandom } from '../../../engine/stats/random.ts';
import { below, damaged, pick } from './mutate.ts';
import type { Prepared } from './target.ts';

/** Total size of all specimens; the oldest are dropped first. */
const maxBytes = 4_000_000;
/** Longer samples are not damaged further. */
const longestBytes = maxBytes / 4;

/** A sample with the damage of one or more cases. */
export interface Specimen {
  readonly sample: number;
  readonly bytes: Buffer;
  /** The numbers of the cases that damaged it, its own last. */
  readonly line: readonly number[];
}

/** Damages samples, and damages further those that made the reader run new code. */
export class Corpus {
  readonly #from: Pick<Prepared, 'samples' | 'isText'>;
  readonly #seed: number;
  readonly #kept: Specimen[] = [];
  #bytes = 0;

  constructor(from: Pick<Prepared, 'samples' | 'isText'>, seed: number) {
    this.#from = from;
    this.#seed = seed;
  }

  get kept(): number {
    return this.#kept.length;
  }

  /** Input of a case: every second one is a kept specimen with one more damage. */
  next(number: number): Specimen {
    const random = seededRandom(this.#seed + number * 7919 + 1);
    const isFurther = random() < 0.5 && this.#kept.length > 0;
    // Prefer the latest: they reached furthest.
    const latest = this.#kept.slice(random() < 0.5 ? -3 : 0);
    return this.#damage(isFurther ? pick(random, latest) : null, number);
  }

  /** Recreates a sample from its line. */
  again(line: readonly number[]): Specimen {
    const [first = 0, ...others] = line;
    return others.reduce<Specimen>(
      (parent, number) => this.#damage(parent, number),
      this.#damage(null, first),
    );
  }

  /** Keeps a sample that made the reader run new code. */
  keep(specimen: Specimen): void {
    if (specimen.bytes.length > longestBytes) return;
    // A slice of a longer buffer would keep all of it alive.
    this.#kept.push({ ...specimen, bytes: Buffer.from(specimen.bytes) });
    this.#bytes += specimen.bytes.length;
    while (this.#bytes > maxBytes) this.#bytes -= this.#kept.shift()?.bytes.length ?? 0;
  }

  #damage(parent: Specimen | null, number: number): Specimen {
    const { samples, isText } = this.#from;
    const random = seededRandom(this.#seed + number * 7919);
    const sample = parent?.sample ?? below(random, samples.length);
    const bytes = parent?.bytes ?? samples[sample] ?? Buffer.alloc(0);
    const line = [...(parent?.line ?? []), number];
    return { sample, bytes: damaged(bytes, isText, random), line };
  }
}
