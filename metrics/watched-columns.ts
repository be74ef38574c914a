import type { TrialResult } from '../contracts/measurement.ts';
import type { WatchedFigure, WatchedMachine } from '../contracts/watched.ts';
import { type Column, numbers } from './columns.ts';
import { threeDigits } from './format.ts';
import { trialColumnsOf } from './share-columns.ts';

type Measured = NonNullable<WatchedMachine['measured']>;

/** A machine that was watched during a trial, or processes or a container on it. */
export interface WatchedRow {
  readonly trial: TrialResult;
  readonly machine: string;
  /** The whole machine, or the selected part. */
  readonly what: string;
  readonly figures: Pick<Measured, 'cpuCores' | 'memoryBytes'> & Partial<Measured>;
}

/** Title of these tables. */
export const watchedTitle = 'Beside the service';

/**
 * All watched machines of some trials, in the order of execution; without machines that were not seen in a
 * measured window.
 */
export function watchedRows(trials: readonly TrialResult[]): WatchedRow[] {
  return trials.flatMap((trial) =>
    (trial.watched ?? []).flatMap(({ name, parts, measured }): WatchedRow[] => {
      if (!measured) return [];
      const whole = { trial, machine: name, what: 'whole machine', figures: measured };
      const chosen = parts.flatMap((part, place) => {
        const figures = measured.parts[place];
        const what = `${part.kind} ${part.name}`;
        return figures ? [{ trial, machine: name, what, figures }] : [];
      });
      return [whole, ...chosen];
    }),
  );
}

/** Gaps in what was seen of watched machines, as sentences, each once. */
export function watchedGaps(trials: readonly TrialResult[]): string[] {
  const gaps = trials.flatMap(({ watched = [] }) =>
    watched.flatMap(({ name, missing }) => missing.map((sentence) => `${name}: ${sentence}`)),
  );
  return [...new Set(gaps)];
}

const megabyte = 1e6;

function figure(
  id: string,
  header: string,
  unit: string | null,
  of: (figures: WatchedRow['figures']) => WatchedFigure | undefined,
  which: keyof NonNullable<WatchedFigure>,
  scale = 1,
): Column<WatchedRow> {
  const value = ({ figures }: WatchedRow) => {
    const known = of(figures)?.[which];
    return known === undefined ? null : known / scale;
  };
  return { id, ...numbers<WatchedRow>(header, unit, value, threeDigits) };
}

/** Columns of their metrics, and of their cells if there are several trials. */
export function watchedColumns(rows: readonly WatchedRow[]): Column<WatchedRow>[] {
  return [
    ...trialColumnsOf(rows, ({ trial }) => trial),
    { id: 'machine', header: 'Machine', value: ({ machine }) => machine },
    { id: 'what', header: 'What', value: ({ what }) => what },
    figure('cpu', 'CPU', 'cores', ({ cpuCores }) => cpuCores, 'mean'),
    figure('cpu_max', 'CPU max', 'cores', ({ cpuCores }) => cpuCores, 'max'),
    figure('memory_max', 'Memory max', 'MB', ({ memoryBytes }) => memoryBytes, 'max', megabyte),
    figure('received', 'Received', 'MB/s', (one) => one.receivedPerSecond, 'mean', megabyte),
    figure('sent', 'Sent', 'MB/s', (one) => one.sentPerSecond, 'mean', megabyte),
    figure('sockets_max', 'Sockets', null, ({ sockets }) => sockets, 'max'),
  ];
}
