import { useMemo } from 'react';
import type { PlotBox } from './geometry.ts';

const margin = { left: 50, right: 92, top: 7, bottom: 6, bottomWithLabels: 20 };

/** The plot area of a strip, so that others can align with it. */
function plotBox(width: number, height: number, labels: boolean): PlotBox {
  const bottom = labels ? margin.bottomWithLabels : margin.bottom;
  return {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - bottom,
  };
}

/** The same for a live strip: the same object while the strip keeps its size. */
export function usePlotBox(width: number, height: number, labels: boolean): PlotBox {
  return useMemo(() => plotBox(width, height, labels), [width, height, labels]);
}
