import { type Doubt, doubtPath, type Texture, texturePath, textureStroke } from './hatch.ts';
import { ink } from './look.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface TextureStrokesProps extends Box {
  readonly texture: Texture;
  readonly color: string;
}

/** The strokes of a texture over a column, a bar or a swatch. */
export function TextureStrokes({ texture, color, ...box }: TextureStrokesProps) {
  return (
    <path d={texturePath(box, texture)} fill="none" stroke={color} {...textureStroke(texture)} />
  );
}

/**
 * Lines of doubt, drawn over a column's fill and pattern: lines in the text colour, each with
 * a background-coloured edge, so that they contrast with both and are mistaken for neither.
 */
export function DoubtStrokes({ verdict, ...box }: Box & { verdict: Doubt }) {
  const d = doubtPath(box, verdict);
  return (
    <g data-doubt={verdict} fill="none">
      <path d={d} stroke={ink.paper} strokeWidth={3} />
      <path d={d} stroke={ink.title} strokeWidth={1} />
    </g>
  );
}
