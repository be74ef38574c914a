import { z } from 'zod';

/** Position and size of the window, in device-independent pixels. */
export const windowStateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowStateSchema>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const minimumSize = { width: 960, height: 640 };
const defaultSize = { width: 1360, height: 860 };
/** How much of the title bar has to be on a screen, so that the window can be moved. */
const grip = 80;

function isReachable(state: WindowState, area: Area): boolean {
  const right = Math.min(state.x + state.width, area.x + area.width);
  return (
    right - Math.max(state.x, area.x) >= grip &&
    state.y >= area.y &&
    state.y <= area.y + area.height - grip
  );
}

function centred(area: Area): WindowState {
  const width = Math.min(defaultSize.width, area.width);
  const height = Math.min(defaultSize.height, area.height);
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
    maximized: false,
  };
}

/**
 * Where to open the window: where it was, if that is still on a screen, else centred.
 * @param areas work areas of the screens, the main one first.
 */
export function placeWindow(
  saved: WindowState | null,
  areas: readonly [Area, ...Area[]],
): WindowState {
  if (saved === null || !areas.some((area) => isReachable(saved, area))) return centred(areas[0]);
  return {
    ...saved,
    width: Math.max(saved.width, minimumSize.width),
    height: Math.max(saved.height, minimumSize.height),
  };
}
