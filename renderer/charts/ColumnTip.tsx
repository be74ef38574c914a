import { workWords } from '../../contracts/work.ts';
import { certainDigits, formatMs, formatShare } from '../../metrics/format.ts';
import { type ColumnBar, type ColumnFigure, type ColumnGroup, groupName } from '../data/columns.ts';
import styles from './charts.module.css';
import { columnLook } from './look.ts';
import { SwatchIcon } from './Swatch.tsx';

interface ColumnTipProps {
  readonly figure: ColumnFigure;
  readonly hidden: ReadonlySet<string>;
  readonly group: ColumnGroup | null;
}

/** Values of a group of columns, with all their limitations. */
export function ColumnTip({ figure, hidden, group }: ColumnTipProps) {
  if (!group) return null;
  const { shortRate, many } = workWords[figure.counts];
  const write = (value: number, { low, high }: ColumnBar) =>
    figure.metric === 'throughput'
      ? `${certainDigits(value, high - low)} ${shortRate}`
      : formatMs(value, high - low);
  return (
    <div className={styles.tip}>
      <div className={styles.tipTitle}>{groupName(figure, group)}</div>
      {figure.series.map((series, index) => {
        const column = group.columns[index];
        if (!column || hidden.has(series.key)) return null;
        const look = columnLook(series);
        return (
          <div key={series.key} className={styles.tipRow}>
            <SwatchIcon item={look} />
            <span>{series.label}</span>
            <span className={styles.tipValue}>
              {column.value === null ? column.missing : write(column.value, column)}
            </span>
            {remarks(column, many, write).map((remark) => (
              <span key={remark} className={styles.tipRemark}>
                {remark}
              </span>
            ))}
          </div>
        );
      })}
    </div>
  );
}

function remarks(
  column: ColumnBar,
  many: string,
  write: (value: number, within: ColumnBar) => string,
): string[] {
  const lines: string[] = [];
  if (column.repetitions > 1) {
    lines.push(
      `mean of ${column.repetitions}: ${write(column.low, column)} to ${write(column.high, column)}`,
    );
  }
  if (column.errorShare > 0) lines.push(`${formatShare(column.errorShare)} of ${many} failed`);
  if (column.verdict !== 'ok') lines.push([column.verdict, ...column.reasons].join(': '));
  return lines;
}
