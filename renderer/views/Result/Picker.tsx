import { Select } from '@mantine/core';
import type { FactorName } from '../../../contracts/experiment/factors.ts';
import { factorLevelName } from '../../../metrics/cell-columns.ts';
import styles from './Result.module.css';

interface PickerProps {
  readonly label: string;
  readonly value: string;
  /** Plain levels, or levels with names. */
  readonly values: readonly (string | { readonly value: string; readonly label: string })[];
  readonly onChange: (value: string) => void;
  /** Pixels. */
  readonly width?: number;
}

/** Levels of a factor to pick from, named as in legends. */
export function levelOptions(
  factor: FactorName,
  levels: readonly string[],
): { value: string; label: string }[] {
  return levels.map((value) => ({ value, label: factorLevelName(factor, value) }));
}

/** Picks one of a few levels, with a label. */
export function Picker({ label, value, values, onChange, width = 104 }: PickerProps) {
  return (
    <div className={styles.picker}>
      <span aria-hidden>{label}</span>
      <Select
        aria-label={label}
        w={width}
        allowDeselect={false}
        data={[...values]}
        value={value}
        onChange={(next) => next !== null && onChange(next)}
      />
    </div>
  );
}
