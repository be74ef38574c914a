import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './charts.module.css';
import { type Cursor, type Pointed, useCursor } from './cursor.ts';
import { tipPlace } from './tipPlace.ts';

interface ChartTipProps<T> {
  readonly pointer: Cursor<Pointed<T>>;
  readonly children: (at: T) => ReactNode;
}

/** Values next to the pointer, above everything else; “Show data” also lists them. */
export function ChartTip<T>({ pointer, children }: ChartTipProps<T>) {
  const pointed = useCursor(pointer);
  const tip = useRef<HTMLDivElement>(null);
  // Before it is painted, since its place depends on its size.
  useLayoutEffect(() => {
    const { current } = tip;
    if (!current || !pointed) return;
    const { width, height } = current.getBoundingClientRect();
    const view = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = tipPlace(pointed, { width, height }, view);
    current.style.translate = `${left}px ${top}px`;
  }, [pointed]);
  if (!pointed) return null;
  return createPortal(
    <div className={styles.floating} ref={tip} aria-hidden>
      {children(pointed.at)}
    </div>,
    document.body,
  );
}
