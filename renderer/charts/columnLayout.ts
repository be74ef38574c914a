import type { PlotBox } from './geometry.ts';

/** Horizontal position and width in the plot, in pixels. */
export interface ColumnSlot {
  readonly x: number;
  readonly width: number;
}

/** The positions of a group of columns. */
export interface GroupSlots {
  /** The band of the group, without gaps to its neighbours. */
  readonly band: ColumnSlot;
  /** One for each series. */
  readonly columns: readonly ColumnSlot[];
}

/** Share of a group's band that stays empty, and the widest column in pixels. */
const gapShare = 0.16;

/** Places groups of columns side by side; in a wide plot, columns have a maximum width and stay together. */
export function columnLayout(
  box: Pick<PlotBox, 'left' | 'width'>,
  groups: number,
  series: number,
): GroupSlots[] {
  const band = box.width / Math.max(1, groups);
  const room = band * (1 - gapShare);
  const gap = room / Math.max(1, series) > 14 ? 3 : 1;
  const widest = box.width > 600 ? 64 : 44;
  const width = Math.min(widest, Math.max(1, (room - gap * (series - 1)) / Math.max(1, series)));
  const used = width * series + gap * Math.max(0, series - 1);
  return Array.from({ length: groups }, (_, group) => {
    const x = box.left + group * band;
    const first = x + (band - used) / 2;
    return {
      band: { x, width: band },
      columns: Array.from({ length: series }, (_none, index) => ({
        x: first + index * (width + gap),
        width,
      })),
    };
  });
}
