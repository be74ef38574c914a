import type { MachineUsage, WatchedMachine } from '../../contracts/watched.ts';
import { formatMs } from '../../metrics/format.ts';
import type { HowFact } from './how.ts';
import type { TimeSeries } from './trialSeries.ts';

/** A figure over time of a machine that was watched. */
export interface WatchedStrip {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  readonly series: readonly TimeSeries[];
  readonly how: readonly HowFact[];
}

const megabyte = 1e6;

interface Subject {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  readonly definition: string;
  /** Lines of the machine itself, by their labels. */
  readonly own: Readonly<Record<string, (usage: MachineUsage) => number | null>>;
  /** Of a part that was chosen; absent where parts have no such figure. */
  readonly part?: (usage: MachineUsage['parts'][number]) => number | null;
}

const inMegabytes = (bytes: number | null | undefined) =>
  bytes === null || bytes === undefined ? null : bytes / megabyte;

const subjects: readonly Subject[] = [
  {
    key: 'cpu',
    title: 'CPU',
    unit: 'cores',
    definition:
      'Cores in use on average since the look before: of the whole machine, and of what was chosen on it.',
    own: { Machine: ({ cpuCores }) => cpuCores },
    part: ({ cpuCores }) => cpuCores,
  },
  {
    key: 'memory',
    title: 'memory',
    unit: 'MB',
    definition:
      'Of the whole machine what is not available, of processes and containers what they keep.',
    own: { Machine: ({ memoryBytes }) => inMegabytes(memoryBytes) },
    part: ({ memoryBytes }) => inMegabytes(memoryBytes),
  },
  {
    key: 'network',
    title: 'network',
    unit: 'MB/s',
    definition: 'Over all networks of the machine but the loopback one, since the look before.',
    own: {
      Received: ({ receivedPerSecond }) => inMegabytes(receivedPerSecond),
      Sent: ({ sentPerSecond }) => inMegabytes(sentPerSecond),
    },
  },
];

/** The end of a line has little room. */
const longestLabel = 10;
const shortly = (name: string) =>
  name.length > longestLabel ? `${name.slice(0, longestLabel - 1)}…` : name;

/** Metrics observed on a machine, without those that its system did not report. */
export function watchedStrips({
  name,
  parts,
  points,
  clockErrorMs,
}: WatchedMachine): WatchedStrip[] {
  return subjects.flatMap(({ key, title, unit, definition, own, part }) => {
    const ofMachine = Object.entries(own).map(([label, value]) => ({
      key: label,
      label,
      values: points.map(value),
    }));
    const ofParts = part
      ? parts.map(({ name: chosen }, place) => ({
          key: `${place}`,
          label: shortly(chosen),
          values: points.map((point) => {
            const usage = point.parts[place];
            return usage ? part(usage) : null;
          }),
        }))
      : [];
    const series = [...ofMachine, ...ofParts].filter(({ values }) =>
      values.some((value) => value !== null),
    );
    if (series.length === 0) return [];
    const clock =
      clockErrorMs === null
        ? 'The clock of the machine was not compared: times are those of arrival.'
        : `The clocks were compared, so times are right to ${formatMs(clockErrorMs)}.`;
    const how = [
      { name: 'Definition', text: definition },
      { name: 'Window', text: `One look a second. ${clock}` },
    ];
    return [{ key, title: `${name}, ${title}`, unit, series, how }];
  });
}
