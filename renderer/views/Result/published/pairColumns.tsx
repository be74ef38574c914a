import type { PublishedPair, PublishedTable } from '../../../../contracts/published.ts';
import { directionWords, publishedReachWords } from '../../../../contracts/published-judgement.ts';
import { groupDigits } from '../../../../metrics/format.ts';
import { intervalDecimals, plainRatio } from '../../../../metrics/ratios.ts';
import { DirectionChip } from '../../../components/published/DirectionChip.tsx';
import type { DataColumn } from '../../../components/tableModel.ts';
import { placeWords } from '../../../data/published.ts';

/** Columns of the ratios of a table, published and here: direction, size and trust separately. */
export function publishedPairColumns(
  table: PublishedTable,
  pairs: readonly PublishedPair[],
): readonly DataColumn<PublishedPair>[] {
  const decided = pairs.some(({ decision }) => decision !== null);
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
    ...(decided
      ? [
          {
            id: 'decision',
            header: 'The study’s test',
            value: ({ decision }: PublishedPair) => decision ?? '',
          },
        ]
      : []),
    {
      id: 'here',
      header: 'Here',
      unit: 'times',
      numeric: true,
      value: ({ ours }) => ours,
      render: ({ ours, interval }) => (ours === null ? '–' : plainRatio(ours) + reach(interval)),
    },
    {
      id: 'direction',
      header: 'Direction',
      value: ({ direction }) => directionWords[direction],
      render: ({ direction, trust }) => (
        <DirectionChip bare direction={direction} sound={trust?.sound ?? false} />
      ),
    },
    {
      id: 'factor',
      header: 'Here ÷ published',
      numeric: true,
      value: ({ factor }) => factor,
      render: ({ factor }) => (factor === null ? '–' : plainRatio(factor)),
    },
    {
      id: 'size',
      header: 'Published value',
      value: ({ ours, size, direction }) =>
        ours === null ? '–' : publishedReachWords(size, direction),
    },
    { id: 'trust', header: 'In doubt', value: ({ trust }) => doubtsOf(trust) },
    { id: 'marks', header: 'Marks', value: ({ marks }) => marks.join(', ') },
    { id: 'words', header: 'In words', value: ({ words }) => words },
  ];
}

function doubtsOf(trust: PublishedPair['trust']): string {
  if (!trust) return '–';
  return trust.sound ? 'no' : trust.doubts.join(', ');
}

function reach(interval: PublishedPair['interval']): string {
  if (!interval) return '';
  const decimals = intervalDecimals(interval);
  return ` (${groupDigits(interval.low, decimals)} to ${groupDigits(interval.high, decimals)})`;
}
