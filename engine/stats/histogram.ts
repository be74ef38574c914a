/**
 * A latency histogram in HdrHistogram's layout (http://hdrhistogram.org): values from 1 µs to
 * 1 h with three significant digits. Recording is one array increment, so it may be on the
 * hot path; merging adds counts, because percentiles cannot be averaged. Minimum, maximum, sum
 * and sum of squares are kept exactly.
 */

const subBucketBits = 11;
const halfCount = 1 << (subBucketBits - 1);
const subBucketMask = (1 << subBucketBits) - 1;
/** Longest latency that can be recorded, in microseconds; longer ones are clamped. */
export const highestTrackable = 3_600_000_000;
const length = indexOf(highestTrackable) + 1;
/** Enough for 2 ms. */
const firstLength = 2 * halfCount;

function indexOf(value: number): number {
  const bucket = 32 - Math.clz32(value | subBucketMask) - subBucketBits;
  const sub = value >>> bucket;
  return ((bucket + 1) << (subBucketBits - 1)) + sub - halfCount;
}

/** Lowest value of bucket `index`, and its width in values. */
function bucketAt(index: number): { lowest: number; size: number } {
  const row = (index >> (subBucketBits - 1)) - 1;
  const sub = index & (halfCount - 1);
  if (row < 0) return { lowest: sub, size: 1 };
  const size = 2 ** row;
  return { lowest: (sub + halfCount) * size, size };
}

/** Counts and exact moments, as passed between threads and processes. */
export interface HistogramCounts {
  /** `[bucket index, count, bucket index, count, …]`, indexes rising. */
  readonly buckets: readonly number[];
  readonly count: number;
  /** Microseconds; 0 when empty. */
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly sumOfSquares: number;
}

export class Histogram {
  /** Up to the largest that was needed: most latencies are short, and whole ones take 190 kB. */
  #counts = new Float64Array(firstLength);
  #count = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;
  #sum = 0;
  #sumOfSquares = 0;

  /** @throws RangeError when the counts do not belong to this layout. */
  static fromData(data: HistogramCounts): Histogram {
    const histogram = new Histogram();
    histogram.addData(data);
    return histogram;
  }

  /** Records one value in microseconds; it is rounded, and clamped to 0 µs – 1 h. */
  record(us: number): void {
    const value = us >= highestTrackable ? highestTrackable : us > 0 ? Math.round(us) : 0;
    const index = indexOf(value);
    if (index >= this.#counts.length) this.#growTo(index);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#count++;
    this.#sum += value;
    this.#sumOfSquares += value * value;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  add(other: Histogram): void {
    this.addData(other.toData());
  }

  /** @throws RangeError when the counts do not belong to this layout. */
  addData(data: HistogramCounts): void {
    if (data.buckets.length % 2 !== 0) throw new RangeError('odd number of bucket entries');
    let added = 0;
    for (let i = 0; i < data.buckets.length; i += 2) {
      const index = data.buckets[i] ?? -1;
      const count = data.buckets[i + 1] ?? -1;
      if (!(index >= 0 && index < length) || !(count >= 0)) {
        throw new RangeError(`no such bucket: ${index} (${count})`);
      }
      if (index >= this.#counts.length) this.#growTo(index);
      this.#counts[index] = (this.#counts[index] ?? 0) + count;
      added += count;
    }
    if (added !== data.count)
      throw new RangeError(`buckets hold ${added} values, not ${data.count}`);
    if (added === 0) return;
    this.#count += added;
    this.#sum += data.sum;
    this.#sumOfSquares += data.sumOfSquares;
    this.#min = Math.min(this.#min, data.min);
    this.#max = Math.max(this.#max, data.max);
  }

  #growTo(index: number): void {
    const before = this.#counts;
    this.#counts = new Float64Array(Math.min(length, Math.max(2 * before.length, index + 1)));
    this.#counts.set(before);
  }

  get count(): number {
    return this.#count;
  }
  /** Microseconds, exact; 0 when empty. */
  get min(): number {
    return this.#count === 0 ? 0 : this.#min;
  }
  get max(): number {
    return this.#max;
  }

  /** Microseconds; 0 when empty. */
  mean(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count;
  }

  /** Population standard deviation in microseconds, from exact moments. */
  stddev(): number {
    if (this.#count === 0) return 0;
    const mean = this.mean();
    return Math.sqrt(Math.max(0, this.#sumOfSquares / this.#count - mean * mean));
  }

  /**
   * Nearest-rank percentile: the smallest recorded value (to the precision of its bucket, its
   * upper end as HdrHistogram reports it, never above the exact maximum) such that at least
   * `percent` of all values are no larger.
   * @param percent 0–100. @returns microseconds; 0 when empty.
   */
  percentile(percent: number): number {
    if (this.#count === 0) return 0;
    const share = Math.min(Math.max(percent, 0), 100) / 100;
    // A billionth is taken off so that 0.95 × 100 = 95.00000000000001 is rank 95, not 96.
    const rank = Math.max(1, Math.ceil(share * this.#count - 1e-9 * this.#count));
    let seen = 0;
    for (let index = 0; index < this.#counts.length; index++) {
      seen += this.#counts[index] ?? 0;
      if (seen >= rank) {
        const { lowest, size } = bucketAt(index);
        return Math.max(this.#min, Math.min(lowest + size - 1, this.#max));
      }
    }
    return this.#max;
  }

  /** Values above `us`, to the precision of their buckets, by the same values as {@link percentile}. */
  countAbove(us: number): number {
    let count = 0;
    for (const bucket of this.buckets()) {
      if (Math.min(bucket.highest, this.#max) > us) count += bucket.count;
    }
    return count;
  }

  /** The non-empty buckets, ascending. Values in microseconds, both ends inclusive. */
  *buckets(): Generator<{ lowest: number; highest: number; count: number }> {
    for (let index = 0; index < this.#counts.length; index++) {
      const count = this.#counts[index] ?? 0;
      if (count === 0) continue;
      const { lowest, size } = bucketAt(index);
      yield { lowest, highest: lowest + size - 1, count };
    }
  }

  toData(): { buckets: number[] } & Omit<HistogramCounts, 'buckets'> {
    const buckets: number[] = [];
    if (this.#count > 0) {
      const last = indexOf(this.#max);
      for (let index = indexOf(this.#min); index <= last; index++) {
        const count = this.#counts[index] ?? 0;
        if (count > 0) buckets.push(index, count);
      }
    }
    return {
      buckets,
      count: this.#count,
      min: this.min,
      max: this.#max,
      sum: this.#sum,
      sumOfSquares: this.#sumOfSquares,
    };
  }

  reset(): void {
    if (this.#count > 0) this.#counts.fill(0, indexOf(this.#min), indexOf(this.#max) + 1);
    this.#count = 0;
    this.#min = Number.POSITIVE_INFINITY;
    this.#max = 0;
    this.#sum = 0;
    this.#sumOfSquares = 0;
  }
}
