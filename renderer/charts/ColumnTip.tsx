import { workWords } from '../../contracts/work.ts';
import { certainDigits, formatMs, formatShare } from '../../metrics/format.ts';
import { type ColumnBar, type ColumnFigure, type ColumnGroup, groupName } from '../data/columns.ts';
import { columnLook } from './look.ts';
import { type TipRow, TipRows } from './TipRows.tsx';

interface ColumnTipProps {
  readonly figure: ColumnFigure;
  readonly hidden: ReadonlySet<string>;
  readonly group: ColumnGroup | null;
}

/** Values of a group of columns, with what limits them. */
export function ColumnTip({ figure, hidden, group }: ColumnTipProps) {
  if (!group) return null;
  const { shortRate, many } = workWords[figure.counts];
  const write = (value: number, { low, high }: ColumnBar) =>
    figure.metric === 'throughput'
      ? `${certainDigits(value, high - low)} ${shortRate}`
      : formatMs(value, high - low);
  const rows = figure.series.flatMap((series, index): TipRow[] => {
    const column = group.columns[index];
    if (!column || hidden.has(series.key)) return [];
    const { key, label } = series;
    const value = column.value === null ? column.missing : write(column.value, column);
    const remark = remarks(column, many, write).join(' · ');
    return [{ key, look: columnLook(series), label, value, ...(remark !== '' && { remark }) }];
  });
  return <TipRows title={groupName(figure, group)} rows={rows} />;
}

function remarks(
  column: ColumnBar,
  many: string,
  write: (value: number, within: ColumnBar) => string,
): string[] {
  const { repetitions, low, high, errorShare, verdict } = column;
  return [
    ...(errorShare > 0 ? [`${formatShare(errorShare)} of ${many} failed`] : []),
    ...(verdict === 'ok' ? [] : [verdict]),
    ...(repetitions > 1
      ? [`mean of ${repetitions}: ${write(low, column)} to ${write(high, column)}`]
      : []),
  ];
}
