import { useMemo } from 'react';
import { findingText } from '../../../../metrics/comparisons.ts';
import { formatCount } from '../../../../metrics/format.ts';
import { PageTable } from '../../../components/PageTable.tsx';
import { ProtocolChip } from '../../../components/ProtocolChip.tsx';
import type { DataColumn } from '../../../components/tableModel.ts';
import { timesText } from '../../../data/compareRows.ts';
import { moreOrLess } from '../../../data/gainWords.ts';
import { type GainFigure, type GainPoint, gainTitle } from '../../../data/sizeGain.ts';
import { protocolStyle } from '../../../look/protocols.ts';

interface GainTableProps {
  readonly figure: GainFigure;
}

/** Each gain in words, from both sides. */
export function GainTable({ figure }: GainTableProps) {
  const { points } = figure;
  const columns = useMemo(() => columnsOf(figure), [figure]);
  if (points.length === 0) return null;
  return (
    <PageTable<GainPoint>
      label={gainTitle(figure)}
      columns={columns}
      rows={points}
      rowKey={({ key }) => key}
    />
  );
}

function columnsOf({ baseline }: GainFigure): DataColumn<GainPoint>[] {
  const { label } = protocolStyle(baseline);
  return [
    { id: 'shape', header: 'Shape', value: ({ what }) => what },
    {
      id: 'protocol',
      header: 'Protocol',
      value: ({ protocol }) => protocol,
      render: ({ protocol }) => <ProtocolChip protocol={protocol} />,
    },
    {
      id: 'bytes',
      header: 'Size',
      unit: 'B',
      numeric: true,
      value: ({ bytes }) => bytes,
      render: ({ bytes }) => formatCount(bytes),
    },
    {
      id: 'baseline',
      header: `Size of ${label}`,
      unit: 'B',
      numeric: true,
      value: ({ baselineBytes }) => baselineBytes,
      render: ({ baselineBytes }) => (baselineBytes === null ? '–' : formatCount(baselineBytes)),
    },
    {
      id: 'times',
      header: 'Times',
      numeric: true,
      value: ({ times }) => times,
      render: ({ compared }) => timesText(compared),
    },
    {
      id: 'gain',
      header: `vs ${label}`,
      numeric: true,
      value: ({ times }) => times,
      render: ({ times }) => moreOrLess(times),
    },
    {
      id: 'back',
      header: `${label} vs it`,
      numeric: true,
      value: ({ times }) => 1 / times,
      render: ({ times }) => moreOrLess(1 / times),
    },
    { id: 'finding', header: 'Finding', value: ({ compared }) => findingText(compared) },
  ];
}
