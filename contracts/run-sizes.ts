import { messageFactors } from './experiment/factors.ts';
import type { TrialResult } from './measurement.ts';
import type { EncodedCall, SizeSide } from './sizes.ts';
import { type LayerBytes, noBytes } from './wire.ts';
import type { Protocol } from './words.ts';

/** Message sizes of a protocol. */
export interface RunSize {
  readonly protocol: Protocol;
  readonly encoded: EncodedCall;
}

/** The protocols that called the same operation in a run. */
export interface RunSizes {
  /** The shape, with the levels of the factors that change its messages: `small`, `l, fields reduced`. */
  readonly what: string;
  readonly sizes: readonly RunSize[];
}

/** The message bytes of a run, in the order of its trials; without unknown ones. */
export function runSizes(trials: readonly Pick<TrialResult, 'cell' | 'encoded'>[]): RunSizes[] {
  const groups = new Map<string, Map<Protocol, RunSize>>();
  for (const { cell, encoded } of trials) {
    if (!encoded) continue;
    const what = whatIsCalled(cell);
    const group = groups.get(what) ?? new Map<Protocol, RunSize>();
    const { protocol } = cell;
    if (!group.has(protocol)) group.set(protocol, { protocol, encoded });
    groups.set(what, group);
  }
  return [...groups].map(([what, group]) => ({ what, sizes: [...group.values()] }));
}

/** The operation of a cell: its shape, with the levels of the factors that change its messages. */
export function whatIsCalled(cell: TrialResult['cell']): string {
  const levels = messageFactors.flatMap((name) =>
    cell[name] === undefined ? [] : [`${name} ${cell[name]}`],
  );
  return [cell.shape, ...levels].join(', ');
}

/** Payload and envelope of one message as layers; a message has no others. */
export function layersOfSide(encoded: EncodedCall, side: SizeSide): LayerBytes {
  const { payload, envelope } = encoded[side];
  return { ...noBytes, payload, envelope };
}
