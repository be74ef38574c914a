import type { CSSProperties, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './charts.module.css';
import { type Cursor, type Pointed, useCursor } from './cursor.ts';

interface ChartTipProps<T> {
  readonly pointer: Cursor<Pointed<T>>;
  readonly children: (at: T) => ReactNode;
}

/** Values next to the pointer, above everything else; “Show data” also lists them. */
export function ChartTip<T>({ pointer, children }: ChartTipProps<T>) {
  const pointed = useCursor(pointer);
  if (!pointed) return null;
  return createPortal(
    <div className={styles.floating} style={tipPlacement(pointed)} aria-hidden>
      {children(pointed.at)}
    </div>,
    document.body,
  );
}

/** On the side of the pointer with more room. */
function tipPlacement({ clientX, clientY }: Pointed<unknown>): CSSProperties {
  const across =
    clientX > window.innerWidth * 0.6
      ? { right: window.innerWidth - clientX + 14 }
      : { left: clientX + 14 };
  const down =
    clientY > window.innerHeight * 0.55
      ? { bottom: window.innerHeight - clientY + 8 }
      : { top: clientY + 8 };
  return { ...across, ...down };
}
