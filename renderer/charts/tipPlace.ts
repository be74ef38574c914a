/** Pixels between the pointer and the corner of a tooltip, and from the edges of the window. */
const away = { x: 14, y: 8 };
const edge = 4;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a tooltip is next to the pointer: on the side with more room, and never outside of the window. */
export function tipPlace(
  pointer: { readonly clientX: number; readonly clientY: number },
  tip: Size,
  view: Size,
): { readonly left: number; readonly top: number } {
  const { clientX, clientY } = pointer;
  const isRight = clientX <= view.width * 0.6;
  const isBelow = clientY <= view.height * 0.55;
  const left = isRight ? clientX + away.x : clientX - away.x - tip.width;
  const top = isBelow ? clientY + away.y : clientY - away.y - tip.height;
  return { left: within(left, tip.width, view.width), top: within(top, tip.height, view.height) };
}

/** The nearest start that keeps a length inside; the start of the window where it is too long. */
function within(start: number, length: number, room: number): number {
  return Math.max(edge, Math.min(start, room - edge - length));
}
