import {
  addLayers,
  type LayerBytes,
  noBytes,
  type WireDirection,
  type WireStage,
  wireStages,
} from '../../contracts/wire.ts';
import type { Canvas, Part } from './canvas.ts';

/** Consecutive bytes from one side, within one stage. */
export interface Flight {
  readonly connection: number;
  readonly stage: WireStage;
  readonly direction: WireDirection;
  readonly canvas: Canvas;
  readonly parts: Part[];
}

export interface Directions {
  readonly sent: Canvas;
  readonly received: Canvas;
}

interface Timed {
  readonly direction: WireDirection;
  readonly part: Part;
  readonly atMs: number;
}

function timed(canvas: Canvas, direction: WireDirection): Timed[] {
  return canvas.parts().map((part) => ({ direction, part, atMs: canvas.timeAt(part.from) }));
}

/** Parts of both directions by time; order within a direction is preserved. */
function inOrder({ sent, received }: Directions): Timed[] {
  const a = timed(sent, 'sent');
  const b = timed(received, 'received');
  const merged: Timed[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    const [first, second] = [a[i], b[j]];
    const takeFirst = first && (!second || first.atMs <= second.atMs);
    const next = takeFirst ? first : second;
    if (!next) break;
    merged.push(next);
    if (takeFirst) i++;
    else j++;
  }
  return merged;
}

/** The flights of a connection, stage by stage, ordered by time within a stage. */
export function flightsOf(connection: number, directions: Directions): Flight[] {
  const ordered = inOrder(directions);
  return wireStages.flatMap((stage) => {
    const flights: Flight[] = [];
    for (const { direction, part } of ordered) {
      if (part.stage !== stage) continue;
      const last = flights.at(-1);
      if (last?.direction === direction) last.parts.push(part);
      else
        flights.push({
          connection,
          stage,
          direction,
          canvas: directions[direction],
          parts: [part],
        });
    }
    return flights;
  });
}

export function flightBytes({ parts }: Flight): number {
  return parts.reduce((sum, { from, to }) => sum + to - from, 0);
}

export function flightLayers({ canvas, parts }: Flight): LayerBytes {
  return parts.reduce((sum, { from, to }) => addLayers(sum, canvas.layersOf(from, to)), noBytes);
}
