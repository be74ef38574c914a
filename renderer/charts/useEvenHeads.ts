import { type RefObject, useLayoutEffect } from 'react';
import styles from './charts.module.css';
import { useSize } from './useSize.ts';

/**
 * Gives the heads of adjacent figures the same height, so that their plots share a baseline even
 * if one title takes more lines. A subgrid would do this, but the oldest supported windows lack it.
 * @returns a ref for the element around the figures.
 */
export function useEvenHeads(): RefObject<HTMLDivElement | null> {
  // Another width breaks titles elsewhere, so it also renders again.
  const [row] = useSize<HTMLDivElement>();
  useLayoutEffect(() => {
    const heads = [...(row.current?.querySelectorAll<HTMLElement>(`.${styles.head}`) ?? [])];
    for (const head of heads) head.style.minHeight = '';
    const measured = heads.map((head) => {
      const { top, height } = head.getBoundingClientRect();
      return { head, top: Math.round(top), height };
    });
    for (const { head, top } of measured) {
      const beside = measured.filter((other) => other.top === top);
      const tallest = Math.max(...beside.map(({ height }) => height));
      if (beside.length > 1) head.style.minHeight = `${tallest}px`;
    }
  });
  return row;
}
