import { it } from 'vitest';
import { near, readOracle } from '../../tests/support/oracle.ts';
import { studentQuantile } from './student.ts';

type Row = Record<'degrees' | 'share' | 'value', number>;
const { student } = readOracle<{ student: Row[] }>('usl');

it.each(student)('is the quantile of SciPy: $share of $degrees', ({ share, degrees, value }) => {
  near(studentQuantile(share, degrees), value, 1e-9, 1e-9);
});
