import { ink, tickSize } from './look.ts';
import { nameLine } from './rowNames.ts';

interface RowNameProps {
  readonly name: string;
  /** The lines below it, smaller. */
  readonly under: readonly string[];
  readonly x: number;
  /** The baseline of the name. */
  readonly y: number;
  /** Line height, in pixels. */
  readonly line?: number;
}

/** The name of a row next to the plot. */
export function RowName({ name, under, x, y, line = nameLine }: RowNameProps) {
  return (
    <>
      <text x={x} y={y} fill={ink.title} fontWeight={560}>
        {name}
      </text>
      {under.map((text, index) => (
        <text key={text} x={x} y={y + (index + 1) * line} fontSize={tickSize} fill={ink.tick}>
          {text}
        </text>
      ))}
    </>
  );
}
