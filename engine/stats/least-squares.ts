/** Squared residual of a column of length 1 after projection on the others, below which it counts as dependent. */
const dependent = 1e-13;

/**
 * Weighted linear least squares: the coefficients with the smallest
 * Σ (weight × (target − Σ coefficient × column))², by normal equations of columns brought to length 1
 * and Cholesky's decomposition (Å. Björck, *Numerical Methods for Least Squares Problems*, 1996, §2.2).
 * It allocates almost nothing, because bootstraps solve tens of thousands of small systems.
 * @param columns each as long as target and weights.
 * @returns one coefficient per column; null when the columns depend on each other or are not finite.
 */
export function leastSquares(
  columns: readonly (readonly number[])[],
  target: readonly number[],
  weights: readonly number[],
): number[] | null {
  const lengths = columns.map((column) => Math.sqrt(dot(column, column, weights)));
  const products = columns.map((column, row) =>
    columns
      .slice(0, row + 1)
      .map((other, at) => dot(column, other, weights) / ((lengths[row] ?? 0) * (lengths[at] ?? 0))),
  );
  const right = columns.map((column, row) => dot(column, target, weights) / (lengths[row] ?? 0));
  const solution = solveSymmetric(products, right);
  return solution?.map((value, at) => value / (lengths[at] ?? 1)) ?? null;
}

/**
 * Solves a positive definite system by Cholesky's decomposition, which overwrites the matrix.
 * @param matrix its lower triangle, row by row. @returns null when it is not positive definite.
 */
function solveSymmetric(matrix: number[][], right: readonly number[]): number[] | null {
  const at = (row: number, column: number) => matrix[row]?.[column] ?? 0;
  for (const [row, cells] of matrix.entries()) {
    for (let column = 0; column <= row; column++) {
      let rest = cells[column] ?? 0;
      for (let done = 0; done < column; done++) rest -= at(row, done) * at(column, done);
      if (row === column && !(rest > dependent)) return null;
      cells[column] = row === column ? Math.sqrt(rest) : rest / at(column, column);
    }
  }
  const solution = [...right];
  for (let row = 0; row < solution.length; row++) {
    for (let done = 0; done < row; done++) subtract(solution, row, at(row, done), done);
    solution[row] = (solution[row] ?? 0) / at(row, row);
  }
  for (let row = solution.length - 1; row >= 0; row--) {
    for (let done = row + 1; done < solution.length; done++) {
      subtract(solution, row, at(done, row), done);
    }
    solution[row] = (solution[row] ?? 0) / at(row, row);
  }
  return solution.every(Number.isFinite) ? solution : null;
}

function subtract(solution: number[], row: number, factor: number, other: number): void {
  solution[row] = (solution[row] ?? 0) - factor * (solution[other] ?? 0);
}

function dot(a: readonly number[], b: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) {
    sum += (a[at] ?? 0) * (b[at] ?? 0) * (weights[at] ?? 0) ** 2;
  }
  return sum;
}
