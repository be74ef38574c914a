import type { TrialResult } from '../../contracts/measurement.ts';
import { tlsLabel } from '../../metrics/cell-columns.ts';
import { cellLevelText, levelOf } from '../../metrics/levels.ts';
import { protocolStyle } from '../look/protocols.ts';
import { distinct, surroundingWords } from './series.ts';

/** A trial among others, by its number and what distinguishes them: `#3 REST · small · 50 users`. */
export function trialWords(trial: TrialResult, among: readonly TrialResult[]): string {
  const { cell, index, repetition } = trial;
  const varies = (value: (one: TrialResult) => unknown) => distinct(among.map(value)).length > 1;
  const words = [
    protocolStyle(cell.protocol).label,
    cell.shape,
    ...(levelOf(cell) === null ? [] : [cellLevelText(cell)]),
    ...(varies((one) => one.cell.tls) ? [tlsLabel(cell.tls)] : []),
    ...(varies((one) => one.cell.client) ? [cell.client] : []),
    ...surroundingWords(
      cell,
      among.map((one) => one.cell),
    ),
    ...(varies((one) => one.repetition) ? [`repetition ${repetition}`] : []),
  ];
  return `#${index + 1} ${words.join(' · ')}`;
}
