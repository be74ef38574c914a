import { memo } from 'react';
import { mapRange, type PlotBox } from './geometry.ts';
import { ink, tickSize } from './look.ts';

/** A moment marked by the user, in seconds on the time axis. */
export interface TimeMark {
  readonly id: string;
  readonly at: number;
  readonly label: string;
}

interface TimeMarksProps {
  readonly box: PlotBox;
  readonly domain: readonly [number, number];
  readonly marks: readonly TimeMark[] | undefined;
  readonly labels: boolean | undefined;
}

/** Approximate width of a label's character, in pixels. */
const characterWidth = 5.6;
const fewestCharacters = 4;

/** A vertical line at each marked moment, with its label shortened to fit. */
export const TimeMarks = memo(function TimeMarks({
  box,
  domain,
  marks = [],
  labels,
}: TimeMarksProps) {
  const x = mapRange(domain, [box.left, box.left + box.width]);
  const shown = marks.filter(({ at }) => at >= domain[0] && at <= domain[1]);
  return shown.map((mark, index) => {
    const at = x(mark.at);
    const next = shown[index + 1];
    const end = next ? x(next.at) : box.left + box.width;
    const room = Math.floor((end - at - 8) / characterWidth);
    return (
      <g key={mark.id} data-mark={mark.label}>
        <path
          d={`M${Math.round(at) + 0.5} ${box.top}v${box.height}`}
          stroke={ink.title}
          strokeWidth={1}
          strokeDasharray="4 2"
        />
        {labels && room >= fewestCharacters && (
          <Label x={at + 2} y={box.top} text={cut(mark.label, room)} />
        )}
      </g>
    );
  });
});

/** On its own background, since lines run through it. */
function Label({ x, y, text }: { x: number; y: number; text: string }) {
  return (
    <>
      <rect
        x={x}
        y={y}
        width={text.length * characterWidth + 6}
        height={14}
        fill={ink.paper}
        fillOpacity={0.85}
      />
      <text x={x + 3} y={y + 10.5} fontSize={tickSize} fill={ink.title} fontWeight={560}>
        {text}
      </text>
    </>
  );
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
