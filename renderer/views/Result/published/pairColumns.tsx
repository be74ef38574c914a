import {
  agreementWords,
  type PublishedPair,
  type PublishedTable,
} from '../../../../contracts/published.ts';
import { groupDigits } from '../../../../figures/format.ts';
import { intervalDecimals, plainRatio } from '../../../../figures/ratios.ts';
import { AgreementChip } from '../../../components/published/AgreementChip.tsx';
import type { DataColumn } from '../../../components/tableModel.ts';
import { placeWords } from '../../../data/published.ts';

/** Columns of the ratios of a table, published and here. */
export function publishedPairColumns(table: PublishedTable): readonly DataColumn<PublishedPair>[] {
  return [
    { id: 'where', header: 'Where', value: ({ at, metric }) => placeWords(table, at, metric) },
    { id: 'compared', header: 'Compared', value: ({ compared }) => compared },
    {
      id: 'published',
      header: 'Published',
      unit: 'times',
      numeric: true,
      value: ({ published }) => published,
      render: ({ published }) => plainRatio(published),
    },
    {
      id: 'here',
      header: 'Here',
      unit: 'times',
      numeric: true,
      value: ({ ours }) => ours,
      render: ({ ours, interval }) => (ours === null ? '–' : plainRatio(ours) + reach(interval)),
    },
    {
      id: 'agreement',
      header: 'Direction',
      value: ({ agreement }) => agreementWords[agreement],
      render: ({ agreement }) => <AgreementChip bare agreement={agreement} />,
    },
    {
      id: 'factor',
      header: 'Here ÷ published',
      numeric: true,
      value: ({ factor }) => factor,
      render: ({ factor }) => (factor === null ? '–' : plainRatio(factor)),
    },
    { id: 'marks', header: 'Marks', value: ({ marks }) => marks.join(', ') },
    { id: 'words', header: 'In words', value: ({ words }) => words },
  ];
}

function reach(interval: PublishedPair['interval']): string {
  if (!interval) return '';
  const decimals = intervalDecimals(interval);
  return ` (${groupDigits(interval.low, decimals)} to ${groupDigits(interval.high, decimals)})`;
}
