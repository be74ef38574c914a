import { useMemo } from 'react';
import {
  type OurFigure,
  ourFigureText,
  type PublishedTable,
} from '../../../contracts/published.ts';
import { commonUnit, type GridCell, tableGrid } from '../../data/published.ts';
import { ScrollRegion } from '../ScrollRegion.tsx';
import styles from './Published.module.css';

interface StudyTableProps {
  readonly table: PublishedTable;
  /** Parallel to the table's values; absent if the table is shown alone. */
  readonly ours?: readonly (OurFigure | null)[];
}

/** A published table as printed in its study, with our result below each value, and marks with their reasons. */
export function StudyTable({ table, ours }: StudyTableProps) {
  const grid = useMemo(() => tableGrid(table, ours), [table, ours]);
  const unit = commonUnit(table);
  const label = `${table.title}${unit ? `, ${unit}` : ''}`;
  return (
    <>
      <ScrollRegion className={styles.frame} label={label}>
        <table className={styles.table} aria-label={table.title}>
          <thead>
            <tr>
              {grid.rowNames.map((name) => (
                <th key={name} scope="col" className={styles.corner}>
                  {name}
                </th>
              ))}
              {grid.columns.map((column) => (
                <th key={column.key} scope="col">
                  {column.labels.map((text) => (
                    <span key={text}>{text}</span>
                  ))}
                  <span className={styles.unit}>{column.unit || unit}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row) => (
              <tr key={row.key}>
                {row.labels.map((text, index) => (
                  <th key={grid.rowNames[index]} scope="row">
                    {text}
                  </th>
                ))}
                {row.cells.map((cell, index) => (
                  <td key={grid.columns[index]?.key}>
                    <Cell cell={cell} compared={ours !== undefined} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {grid.footnotes.length > 0 && (
        <ol className={styles.notes} aria-label="Marks">
          {grid.footnotes.map(({ kind, note }, index) => (
            <li key={note}>
              <span className={styles.kind}>
                {index + 1} {kind}
              </span>
              <span>{note}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Cell({ cell, compared }: { cell: GridCell | null; compared: boolean }) {
  if (!cell) return <span className={styles.none}>–</span>;
  const { value, ours, notes } = cell;
  const kinds = value.marks.map(({ kind }) => kind).join(', ');
  return (
    <>
      <span className={`${styles.published} ${compared ? '' : styles.alone}`}>
        {value.printed}
        {notes.length > 0 && (
          <sup className={styles.mark} title={kinds}>
            {notes.join(' ')}
          </sup>
        )}
      </span>
      {compared && (
        <span className={ours ? styles.ours : styles.none}>{ours ? ourFigureText(ours) : '–'}</span>
      )}
    </>
  );
}

/** Sentences below a table. */
export function TableNotes({ label, notes }: { label: string; notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label={label}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** Statements of the study's text about a table's values. */
export function StudyClaims({ claims }: { claims: readonly string[] }) {
  if (claims.length === 0) return null;
  return (
    <>
      <p className={styles.claims}>The study says</p>
      <TableNotes label="What the study says" notes={claims} />
    </>
  );
}

/** Legend for the two values of a cell. */
export function TableKey() {
  return (
    <div className={styles.key}>
      <span>above: published, another machine</span>
      <strong>below: here</strong>
    </div>
  );
}
