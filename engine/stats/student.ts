/**
 * Share of Student's t distribution between −t and t, by its finite series for whole degrees of freedom
 * (M. Abramowitz, I. Stegun, *Handbook of Mathematical Functions*, 1964, 26.7.3 and 26.7.4).
 */
function studentWithin(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const odd = degrees % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let factor = odd ? 3 : 2; factor < degrees; factor += 2) {
    term *= ((factor - 1) / factor) * cosine * cosine;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/**
 * Quantile of Student's t distribution, the value that a share of it lies below, by bisection.
 * @param share 0–1, both exclusive. @param degrees of freedom, whole, at least 1.
 */
export function studentQuantile(share: number, degrees: number): number {
  if (share < 0.5) return -studentQuantile(1 - share, degrees);
  const within = 2 * share - 1;
  let [low, high] = [0, Math.PI / 2];
  // Of the angle, which is bounded where t is not; 60 halvings leave nothing of a double's precision.
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (studentWithin(Math.tan(middle), degrees) < within) low = middle;
    else high = middle;
  }
  return Math.tan((low + high) / 2);
}
