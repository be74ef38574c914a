import { chiSquareAbove, normalAbove } from './distributions.ts';
import { logGamma } from './incomplete-beta.ts';

/** Above this, the normal approximation is accurate to 0.0005. */
const large = 30;

/**
 * Share of the noncentral χ² distribution above a value: a Poisson mixture of central ones
 * (M. Abramowitz, I. Stegun 1964, 26.4.25).
 * @param degrees of freedom. @param noncentrality 0 to 1000: sum of the squared means of the variables.
 */
export function noncentralAbove(value: number, degrees: number, noncentrality: number): number {
  return weighted(centralAbove(value, degrees), noncentrality);
}

/** Share of central χ² distributions above a value, with two more degrees of freedom each. */
function centralAbove(value: number, degrees: number): (step: number) => number {
  const [half, power] = [value / 2, degrees / 2];
  const found = [chiSquareAbove(value, degrees)];
  let step = half > 0 ? Math.exp(power * Math.log(half) - half - logGamma(power + 1)) : 0;
  return (at) => {
    while (found.length <= at) {
      found.push((found.at(-1) ?? 0) + step);
      step *= half / (power + found.length - 1);
    }
    return found[at] ?? 1;
  };
}

function weighted(above: (step: number) => number, noncentrality: number): number {
  const rate = noncentrality / 2;
  let [weight, sum, rest] = [Math.exp(-rate), 0, 1];
  for (let at = 0; rest > 1e-12; at++) {
    sum += weight * above(at);
    rest -= weight;
    weight *= rate / (at + 1);
    // Rounding may keep the remainder above 0.
    if (at > rate && weight < 1e-15) break;
  }
  return Math.min(1, sum);
}

/**
 * The noncentrality of the χ² distribution whose share above the observed value equals that of the standard
 * normal distribution above `deviate`; 0 where the share is larger even without noncentrality. With deviates drawn
 * from the normal distribution, these are draws from its confidence distribution.
 * @param value observed, at least 0. @param degrees of freedom.
 */
export function noncentralityOf(value: number, degrees: number, deviate: number): number {
  // With one degree of freedom it is no farther, with more it is less; the margin is for the approximation.
  const farthest = Math.sqrt(value) - deviate + 0.1;
  if (farthest <= 0) return 0;
  if (value > large) {
    return risingRoot((root) => deviate - sankaran(value, degrees, root * root), farthest) ** 2;
  }
  const [above, share] = [centralAbove(value, degrees), normalAbove(deviate)];
  return risingRoot((root) => weighted(above, root * root) - share, farthest) ** 2;
}

/**
 * Approximate normal deviate of a value of the noncentral χ² distribution (M. Sankaran, *Approximations to the
 * Non-Central Chi-Square Distribution*, Biometrika 50, 1963).
 */
function sankaran(value: number, degrees: number, noncentrality: number): number {
  const sum = degrees + noncentrality;
  const double = sum + noncentrality;
  const power = 1 - (2 * sum * (double + noncentrality)) / (3 * double * double);
  const spread = double / (sum * sum);
  const bend = (power - 1) * (1 - 3 * power);
  const middle = 1 + power * spread * (power - 1 - 0.5 * (2 - power) * bend * spread);
  const deviation = power * Math.sqrt(2 * spread) * (1 + 0.5 * bend * spread);
  return ((value / sum) ** power - middle) / deviation;
}

/**
 * Zero of a rising function, by the Illinois method of false position (M. Dowell, P. Jarratt 1971); 0 where it is
 * positive from the start.
 */
function risingRoot(excess: (at: number) => number, farthest: number): number {
  let [low, below] = [0, excess(0)];
  if (below >= 0) return 0;
  let [high, above] = [farthest, excess(farthest)];
  let side = 0;
  for (let step = 0; step < 60 && high - low > 1e-6 * high; step++) {
    const at = (low * above - high * below) / (above - below);
    const found = excess(at);
    if (Math.abs(found) < 1e-6) return at;
    if (found < 0) {
      [low, below] = [at, found];
      if (side < 0) above /= 2;
      side = -1;
    } else {
      [high, above] = [at, found];
      if (side > 0) below /= 2;
      side = 1;
    }
  }
  return (low + high) / 2;
}
