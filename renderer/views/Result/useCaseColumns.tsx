import { formatCount } from '../../../metrics/format.ts';
import { ratioWords } from '../../../metrics/ratios.ts';
import { ProtocolMarker } from '../../components/ProtocolMarker.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import {
  countedText,
  type IterationRow,
  type MedianCell,
  type MedianRow,
  medianText,
  rangeText,
  type UseCaseFigure,
} from '../../data/useCases.ts';
import styles from './Result.module.css';

const useCase: DataColumn<MedianRow> = {
  id: 'use-case',
  header: 'Use case',
  value: (row) => row.useCase,
};

/** A column of medians for each series, each with its ratio to the baseline below it. */
export function medianColumns({ series }: UseCaseFigure): DataColumn<MedianRow>[] {
  return [
    useCase,
    ...series.map(
      ({ key, label }, index): DataColumn<MedianRow> => ({
        id: key,
        header: label,
        unit: 'ms',
        numeric: true,
        value: ({ cells }) => cells[index]?.figures.medianMs ?? null,
        render: ({ cells }) => <Median cell={cells[index] ?? null} />,
      }),
    ),
  ];
}

function Median({ cell }: { readonly cell: MedianCell | null }) {
  if (!cell) return '–';
  const words = cell.ratio && ratioWords(cell.ratio);
  return (
    <span className={styles.pairCell}>
      <strong>{medianText(cell.figures.medianMs)}</strong>
      {cell.isBaseline ? (
        <span>baseline</span>
      ) : (
        <span className={styles.ratio}>
          <span>{words?.times ?? '–'}</span>
          <span>{words?.percentOf ?? '–'}</span>
          <span>{words?.percentChange ?? '–'}</span>
        </span>
      )}
    </span>
  );
}

/** The same as numbers: a median and its ratio for each series. */
export function medianCsvColumns({ series }: UseCaseFigure): DataColumn<MedianRow>[] {
  return [
    useCase,
    ...series.flatMap(({ key, label }, index): DataColumn<MedianRow>[] => [
      {
        id: key,
        header: label,
        unit: 'ms',
        value: ({ cells }) => cells[index]?.figures.medianMs ?? null,
      },
      {
        id: `${key}-ratio`,
        header: label,
        unit: 'times the baseline',
        value: ({ cells }) => cells[index]?.ratio?.times ?? null,
      },
    ]),
  ];
}

type Column = DataColumn<IterationRow>;

function countColumn(id: 'iterations' | 'failed' | 'socketsOpened', header: string): Column {
  return {
    id,
    header,
    numeric: true,
    value: ({ figures }) => figures[id],
    render: ({ figures }) => formatCount(figures[id]),
  };
}

function rangeColumn(id: 'requests' | 'roundTrips', header: string): Column {
  return {
    id,
    header,
    numeric: true,
    value: ({ figures }) => figures[id].max,
    render: ({ figures }) => rangeText(figures[id]),
  };
}

function msColumn(id: 'medianMs' | 'setUpMedianMs', header: string): Column {
  return {
    id,
    header,
    unit: 'ms',
    numeric: true,
    value: ({ figures }) => figures[id],
    render: ({ figures }) => medianText(figures[id]),
  };
}

/** Messages sent and connections opened by the iterations of each cell. */
export const iterationColumns: readonly Column[] = [
  { id: 'use-case', header: 'Use case', value: (row) => row.useCase },
  {
    id: 'series',
    header: 'Series',
    value: ({ series }) => series.label,
    render: ({ series }) => (
      <>
        <ProtocolMarker protocol={series.protocol} /> {series.label}
      </>
    ),
  },
  countColumn('iterations', 'Iterations'),
  countColumn('failed', 'Failed'),
  rangeColumn('requests', 'Requests each'),
  rangeColumn('roundTrips', 'Round trips'),
  { id: 'counted', header: 'Service counted', value: ({ figures }) => countedText(figures) },
  countColumn('socketsOpened', 'Sockets opened'),
  msColumn('medianMs', 'Median'),
  msColumn('setUpMedianMs', 'Connecting'),
];
