import type { ReactNode } from 'react';
import styles from './Controls.module.css';

/** The strip below a view's header: the settings of a recording or measurement, and its button. */
export function ControlBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.bar} aria-label={label}>
      {children}
    </section>
  );
}

interface ControlFieldProps {
  readonly legend: string;
  readonly disabled: boolean;
  readonly children: ReactNode;
}

/** A setting in the strip that consists of several controls. */
export function ControlField({ legend, disabled, children }: ControlFieldProps) {
  return (
    <fieldset className={styles.field} disabled={disabled}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
