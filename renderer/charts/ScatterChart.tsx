import { memo } from 'react';
import { gainMetricFacts } from '../../contracts/size-gain.ts';
import { type GainFigure, gainSizeTitle } from '../data/sizeGain.ts';
import { markerPath } from '../look/markers.ts';
import { protocolStyle } from '../look/protocols.ts';
import { AcrossAxis, scaleTexts } from './Axes.tsx';
import type { DrawArea } from './figure.ts';
import { ink, tickSize } from './look.ts';
import type { PlacedLabel } from './pointLabels.ts';
import { type PlacedPoint, type ScatterLayout, scatterLayout } from './scatterLayout.ts';
import { whiskerPath } from './whisker.ts';

interface ScatterChartProps extends DrawArea {
  readonly figure: GainFigure;
}

/** Height in pixels of the plot. */
export const scatterHeight = 380;

/**
 * A point for each protocol and operation: message size on the horizontal axis, and on the vertical one its
 * gain over the baseline, which is the line. Filled points are clear of it, open ones are not.
 */
export const ScatterChart = memo(function ScatterChart(props: ScatterChartProps) {
  const { figure, width, height, log } = props;
  const layout = scatterLayout(figure, props);
  if (!layout) return null;
  const { box, sizes, x, points, labels } = layout;
  const texts = scaleTexts(sizes, log.has('size'));
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <GainAxis figure={figure} layout={layout} />
      <AcrossAxis
        box={box}
        ticks={sizes.ticks.map((tick, index) => ({ x: x(tick), text: texts[index] ?? '' }))}
        title={gainSizeTitle(figure)}
      />
      <Baseline figure={figure} layout={layout} />
      {points.map((placed) => (
        <Mark key={placed.point.key} placed={placed} />
      ))}
      {labels.map((label) => (
        <Name key={label.key} label={label} />
      ))}
    </svg>
  );
});

interface PartProps {
  readonly figure: GainFigure;
  readonly layout: ScatterLayout;
}

function GainAxis({ figure, layout: { box, gains, y } }: PartProps) {
  const { noun } = gainMetricFacts[figure.metric];
  const { label } = protocolStyle(figure.baseline);
  const bottom = Math.round(box.top + box.height) + 0.5;
  return (
    <g fontSize={tickSize} fill={ink.tick}>
      {gains.ticks.map(({ times, text }) => {
        const at = Math.round(y(times)) + 0.5;
        return (
          <g key={times}>
            <path d={`M${box.left} ${at}h${box.width}`} stroke={ink.grid} />
            <text x={box.left - 8} y={at + 3.5} textAnchor="end">
              {text}
            </text>
          </g>
        );
      })}
      <path d={`M${box.left} ${bottom}h${box.width}`} stroke={ink.axis} />
      <text x={2} y={box.top - 12}>
        {`${noun} vs ${label}, up is better`}
      </text>
    </g>
  );
}

/** The line of the baseline, with a tick at each size of its own messages. */
function Baseline({ figure, layout: { box, x, y, words } }: PartProps) {
  const { color } = protocolStyle(figure.baseline);
  const at = Math.round(y(1)) + 0.5;
  return (
    <g>
      <path
        data-part="as-fast"
        d={`M${box.left} ${at}h${box.width}`}
        stroke={ink.text}
        strokeWidth={1.25}
      />
      {figure.baselineSizes.map(({ what, bytes }) => (
        <path key={what} d={`M${x(bytes)} ${at - 5}v10`} stroke={color} strokeWidth={2} />
      ))}
      {words && <Name label={words} />}
    </g>
  );
}

/** Half the width of the marker of a point. */
const half = 5;

function Mark({ placed: { point, x, y, whisker } }: { placed: PlacedPoint }) {
  const { color, marker } = protocolStyle(point.protocol);
  const { finding } = point.compared;
  const clear = finding === 'different' || finding === 'tentative';
  return (
    <g stroke={color}>
      {whisker && (
        <path
          d={whiskerPath(x, y, half, whisker.ends)}
          strokeOpacity={0.7}
          strokeDasharray={finding === 'tentative' ? '3 2' : undefined}
        />
      )}
      <path
        data-point={point.key}
        d={markerPath(marker, x, y, half)}
        fill={clear ? color : ink.paper}
        strokeWidth={1.5}
      />
      {point.verdict !== 'ok' && (
        <circle cx={x} cy={y} r={9} fill="none" stroke={ink.warn} strokeWidth={1.25} />
      )}
    </g>
  );
}

function Name({ label: { text, x, y, anchor } }: { label: PlacedLabel }) {
  return (
    <text x={x} y={y} textAnchor={anchor} fontSize={tickSize} fill={ink.text}>
      {text}
    </text>
  );
}
