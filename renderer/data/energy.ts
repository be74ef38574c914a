import {
  type EnergyConsumer,
  energyConsumerSchema,
  energyFlagWords,
} from '../../contracts/energy.ts';
import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { CellEnergy } from '../../contracts/result.ts';
import type { Protocol, Verdict } from '../../contracts/words.ts';
import { type Work, workOfTrials, workWords } from '../../contracts/work.ts';
import { groupDigits } from '../../metrics/format.ts';
import type { Unit } from '../../metrics/units.ts';
import { protocolStyle } from '../look/protocols.ts';
import { worseVerdict } from './columns.ts';
import { commonWords } from './series.ts';
import type { FigureTable } from './table.ts';

/** The energy of a cell, ready to draw. */
export interface DrawnEnergy {
  readonly key: string;
  readonly protocol: Protocol;
  readonly label: string;
  /** Distinguishing levels besides the protocol. */
  readonly detail: string;
  readonly energy: CellEnergy;
  /** The divisor of `joulesPerRequest`. */
  readonly counts: Work;
  /** The worst verdict of its trials. */
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

const joules: readonly Unit[] = [
  { unit: 'J', factor: 1 },
  { unit: 'mJ', factor: 1e3 },
  { unit: 'µJ', factor: 1e6 },
  { unit: 'nJ', factor: 1e9 },
];

/** Minimum of a value in its unit: less would be written as zero. */
const minShown = 0.01;

/** The largest unit of energy in which none of the values is written as zero. */
export function energyUnit(values: readonly number[]): Unit {
  const sizes = values.map(Math.abs).filter((size) => size > 0);
  const least = Math.min(...sizes);
  const [first] = joules;
  const found = joules.find(({ factor }) => least * factor >= minShown) ?? joules.at(-1);
  return (sizes.length === 0 ? first : found) ?? { unit: 'J', factor: 1 };
}

/** A value in a unit of energy, without the unit. */
export function energyDigits(value: number, { factor }: Unit): string {
  const scaled = value * factor;
  const size = Math.abs(scaled);
  return groupDigits(scaled, size < 10 ? 2 : size < 100 ? 1 : 0);
}

/** Labels the cells of a run by its factors, with the verdicts of their trials. */
export function energyRows(
  energy: readonly CellEnergy[],
  trials: readonly TrialResult[],
): DrawnEnergy[] {
  const cells = energy.map(({ cell }) => cell);
  return energy.map((one) => {
    const name = describeCell(one.cell);
    const own = trials.filter(({ cell }) => describeCell(cell) === name);
    return {
      key: name,
      protocol: one.cell.protocol,
      label: protocolStyle(one.cell.protocol).label,
      detail: detailOf(one.cell, cells),
      energy: one,
      counts: workOfTrials(own),
      verdict: own.reduce<Verdict>(
        (worst, { client }) => worseVerdict(worst, client.verdict),
        'ok',
      ),
      reasons: [...new Set(own.flatMap(({ client }) => client.reasons))],
    };
  });
}

/** Without the protocol, which is shown separately. */
function detailOf(cell: Cell, cells: readonly Cell[]): string {
  return commonWords(cell, 'protocol', cells);
}

/** Consumers of energy in any of the cells, in a fixed order. */
export function consumersOf(energy: readonly CellEnergy[]): EnergyConsumer[] {
  const named = new Set(energy.flatMap(({ processes }) => processes.map(({ who }) => who)));
  return energyConsumerSchema.options.filter((who) => named.has(who));
}

/** Joules of one consumer per trial; null if the cell lacks it. */
export function joulesOf({ processes }: CellEnergy, who: EnergyConsumer): number | null {
  return processes.find((part) => part.who === who)?.joules ?? null;
}

/** The same per request, by the mean of the cell; null if there is none. */
export function partPerRequest(energy: CellEnergy, who: EnergyConsumer): number | null {
  const part = joulesOf(energy, who);
  const total = energy.joules.mean;
  if (part === null || energy.joulesPerRequest === null || total === 0) return null;
  return (energy.joulesPerRequest.mean * part) / total;
}

/** Source of the values, for a table. */
export function sourceWords({ source, wattsPerCore }: CellEnergy): string {
  return source === 'estimate' ? `estimate, ${wattsPerCore} W/core` : 'measured (RAPL)';
}

/** Notes for reading the values, a sentence each. */
export function energyNotes(energy: readonly CellEnergy[]): string[] {
  const estimate = energy.find(({ source }) => source === 'estimate');
  const flags = [...new Set(energy.flatMap((one) => one.flags))];
  return [
    ...(estimate
      ? [`An estimate: CPU time × ${estimate.wattsPerCore} W per core. Nothing was measured.`]
      : []),
    ...flags.map((flag) => {
      const count = energy.filter((one) => one.flags.includes(flag)).length;
      return `${count} of ${energy.length} cells: ${energyFlagWords[flag]}.`;
    }),
  ];
}

/** Title with the divisor: `Energy per request`. All cells of a run count the same. */
export function energyTitle(rows: readonly DrawnEnergy[], begin = 'Energy per'): string {
  return `${begin} ${workWords[rows[0]?.counts ?? 'requests'].one}`;
}

/** Table of values: a row for each cell, always in joules, so that rows of other runs can be added. */
export function energyTable(rows: readonly DrawnEnergy[]): FigureTable {
  const consumers = consumersOf(rows.map(({ energy }) => energy));
  return {
    caption: 'Energy',
    header: [
      'Protocol',
      'Cell',
      'Source',
      'Trials',
      `${energyTitle(rows, 'Per')} (J)`,
      'Median (J)',
      'Least (J)',
      'Most (J)',
      'Per trial (J)',
      'Idle baseline (J)',
      ...consumers.map((who) => `${who} (J)`),
      'Flags',
      'Health',
    ],
    rows: rows.map(({ label, detail, energy, verdict }) => [
      label,
      detail,
      sourceWords(energy),
      energy.trials,
      energy.joulesPerRequest?.mean ?? null,
      energy.joulesPerRequest?.median ?? null,
      energy.joulesPerRequest?.min ?? null,
      energy.joulesPerRequest?.max ?? null,
      energy.joules.mean,
      energy.baselineJoules,
      ...consumers.map((who) => joulesOf(energy, who)),
      energy.flags.join('; '),
      verdict,
    ]),
  };
}

/** Text alternative of the figure. */
export function energySummary(rows: readonly DrawnEnergy[]): string {
  const unit = energyUnit(rows.flatMap(({ energy }) => energy.joulesPerRequest?.mean ?? []));
  const parts = rows.map(({ label, detail, energy }) => {
    const figure = energy.joulesPerRequest;
    return `${label} (${detail}): ${figure ? energyDigits(figure.mean, unit) : 'no figure'}`;
  });
  const kind = rows.some(({ energy }) => energy.source === 'estimate') ? ', an estimate' : '';
  return `${energyTitle(rows)} in ${unit.unit}${kind}. ${parts.join('. ')}.`;
}
