import { Button, Group, Modal } from '@mantine/core';
import { significant } from '../../metrics/format.ts';
import { ScrollRegion } from '../components/ScrollRegion.tsx';
import { saveCsv } from '../components/saveCsv.ts';
import { useReturnFocus } from '../components/useReturnFocus.ts';
import { type FigureTable, figureCsv } from '../data/table.ts';
import styles from './charts.module.css';

/** The values of a chart, to read or save. */
export function ChartData({ table, onClose }: { table: FigureTable; onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title={table.caption} size="auto">
      <ScrollRegion className={styles.dataScroll} label={`Data of ${table.caption}`}>
        <table className={styles.dataTable} aria-label={table.caption}>
          <thead>
            <tr>
              {table.header.map((name, column) => (
                <th key={name} scope="col" data-numeric={isNumeric(table, column) || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={`${index}:${row[0]}`}>
                {row.map((value, column) => (
                  <td
                    key={table.header[column]}
                    data-numeric={isNumeric(table, column) || undefined}
                  >
                    {cellText(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          onClick={() => void saveCsv(table.caption, () => figureCsv(table))}
        >
          Save CSV
        </Button>
      </Group>
    </Modal>
  );
}

function isNumeric(table: FigureTable, column: number): boolean {
  return table.rows.some((row) => typeof row[column] === 'number');
}

function cellText(value: string | number | null): string {
  if (value === null) return '–';
  return typeof value === 'number' ? significant(value, 6) : value;
}
