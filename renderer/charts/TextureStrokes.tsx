import { type Texture, texturePath, textureStroke } from './hatch.ts';

interface TextureStrokesProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly texture: Texture;
  readonly color: string;
}

/** The strokes of a texture over a column, a bar or a swatch. */
export function TextureStrokes({ texture, color, ...box }: TextureStrokesProps) {
  return (
    <path d={texturePath(box, texture)} fill="none" stroke={color} {...textureStroke(texture)} />
  );
}
