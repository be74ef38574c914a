import type { Protocol } from '../../contracts/words.ts';
import type { TimeFigure, TimeSeries } from '../data/trialSeries.ts';
import { protocolStyle } from '../look/protocols.ts';
import { ink, type LegendItem } from './look.ts';

interface LineStyle {
  readonly color: string;
  readonly width: number;
  readonly dash: string;
  readonly fill: LegendItem['fill'];
}

const neutral: LineStyle = { color: ink.text, width: 1.25, dash: '0', fill: 'solid' };

/** The look of one line of a time figure: metrics of the service have its protocol's colour. */
export function timeLook(figure: TimeFigure, series: TimeSeries, protocol: Protocol): LegendItem {
  const { key, label } = series;
  const named = figure === 'errors' && key !== 'all';
  const style = lineStyle(figure, key, protocolStyle(protocol).color);
  return { key, label, marker: null, named, ...style };
}

function lineStyle(figure: TimeFigure, key: string, color: string): LineStyle {
  const own: LineStyle = { ...neutral, color, width: 1.5 };
  if (figure === 'errors') return { ...own, color: ink.bad, dash: errorDashes[key] ?? '0' };
  if (figure === 'users') return neutral;
  if (figure === 'dropped') return { ...own, color: ink.warn };
  if (key === 'wanted') return { ...neutral, dash: '5 3' };
  // From heavy to light as the share grows, so that the three are distinct in grey too.
  if (key === 'p50') return { ...own, width: 2 };
  if (key === 'p95') return { ...own, width: 1.1 };
  if (key === 'p99') return { ...own, width: 1, fill: 'half' };
  if (key === 'client') return neutral;
  return own;
}

const errorDashes: Readonly<Record<string, string>> = {
  timeout: '5 2',
  reset: '2 2',
  protocol: '8 2 2 2',
  status: '0',
  fault: '5 2 2 2',
  mismatch: '1 3',
  tls: '9 3',
};
