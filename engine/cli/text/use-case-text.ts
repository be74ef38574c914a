import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { UseCaseFigures } from '../../../contracts/result.ts';
import { threeDigits } from '../../../metrics/format.ts';
import { left, right } from './columns.ts';
import { drawTable } from './table.ts';

const range = ({ min, max }: UseCaseFigures['requests']) =>
  min === max ? String(min) : `${min}–${max}`;

/** The iterations of use cases: medians, quartiles, and bytes sent. Empty when there are none. */
export function drawUseCases(useCases: readonly UseCaseFigures[]): string {
  if (useCases.length === 0) return '';
  const ms = (value: number) => `${threeDigits(value)} ms`;
  return drawTable<UseCaseFigures>(
    [
      left('cell', ({ cell }) => describeCell(cell)),
      right('iterations', ({ iterations }) => String(iterations)),
      right('requests', ({ requests }) => range(requests)),
      right('round trips', ({ roundTrips }) => range(roundTrips)),
      right('sockets', ({ socketsOpened }) => String(socketsOpened)),
      right('median', ({ medianMs }) => ms(medianMs)),
      right('hinges', ({ boxes }) => `${threeDigits(boxes.tukey.lower)}–${ms(boxes.tukey.upper)}`),
      right('connecting', ({ setUpMedianMs }) => ms(setUpMedianMs)),
    ],
    useCases,
  );
}
