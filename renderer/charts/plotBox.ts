import { useMemo } from 'react';
import type { PlotBox } from './geometry.ts';

const margin = { left: 50, right: 92, top: 7, bottom: 6, bottomWithLabels: 20 };

/** Where the lines of a strip are, so that others can stand above and below them. */
function plotBox(width: number, height: number, labels: boolean): PlotBox {
  const bottom = labels ? margin.bottomWithLabels : margin.bottom;
  return {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - bottom,
  };
}

/** The same for a live strip: one object as long as the strip keeps its size. */
export function usePlotBox(width: number, height: number, labels: boolean): PlotBox {
  return useMemo(() => plotBox(width, height, labels), [width, height, labels]);
}
