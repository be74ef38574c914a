import { useMemo, useState } from 'react';
import { protocolEnvelopes } from '../../../contracts/protocols.ts';
import { type Sizes, sizesOutcome } from '../../../contracts/sizes.ts';
import { inSeries } from '../../../metrics/format.ts';
import { calledOf } from '../../../metrics/wire-words.ts';
import { LayerFigure } from '../../charts/LayerFigure.tsx';
import { SizePartControl } from '../../components/controls/SizePartControl.tsx';
import { Panel } from '../../components/Panel.tsx';
import {
  describeSizes,
  measuredShapes,
  type SizePart,
  sizeBars,
  sizePartLabels,
} from '../../data/sizes.ts';
import { protocolStyle } from '../../look/protocols.ts';
import { PublishedSizes } from './PublishedSizes.tsx';
import styles from './Sizes.module.css';
import { SizesTable } from './SizesTable.tsx';

/** A finished measurement: the finding, a chart for each shape, every value in a table. */
export function Measured({ sizes }: { sizes: Sizes }) {
  const { failures } = sizesOutcome(sizes);
  return (
    <>
      <p className={styles.finding}>{describeSizes(sizes)}</p>
      {failures.length > 0 && (
        <Panel title="Not measured" note="calls that failed">
          <ul className={styles.notes}>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </Panel>
      )}
      <Figures sizes={sizes} />
      <SizesTable sizes={sizes} />
      {sizes.published.length > 0 && <PublishedSizes rows={sizes.published} />}
      <Panel title="How this was measured">
        <ul className={styles.notes}>
          {notesOf(sizes).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function Figures({ sizes }: { sizes: Sizes }) {
  const [part, setPart] = useState<SizePart>('both');
  return (
    <Panel
      title="Bytes by layer"
      note="a call on a reused connection; hatched without fill: estimated"
      actions={<SizePartControl label="Direction" part={part} onChange={setPart} />}
    >
      <div className={styles.figures}>
        {measuredShapes(sizes).map((shape) => (
          <Figure key={shape} sizes={sizes} shape={shape} part={part} />
        ))}
      </div>
    </Panel>
  );
}

const footnotesOf = ({ workload }: Sizes) => [
  `Recorded, and checked against ${workload === 'custom' ? 'what the raw driver writes and reads' : 'the codecs'}; TCP/IP is estimated. The fainter part of the payload is names and structure.`,
];

function Figure({ sizes, shape, part }: { sizes: Sizes; shape: string; part: SizePart }) {
  const bars = useMemo(() => sizeBars(sizes, shape, part), [sizes, shape, part]);
  const title = `${shape}, ${sizePartLabels[part].toLowerCase()}`;
  return (
    <LayerFigure
      title={title}
      bars={bars}
      origin={`Wirebench sizes: ${calledOf(sizes.workload, shape)}, tls ${sizes.tls}, ${sizes.client} client`}
      footnotes={footnotesOf(sizes)}
    />
  );
}

function notesOf(sizes: Sizes): string[] {
  const { entries, skipped } = sizes;
  const differing = entries.filter(({ differs }) => differs !== null);
  return [
    `Payload is the message in its own encoding: JSON, Protobuf, or the XML elements of its fields. Envelope is what the protocol puts around it: ${inSeries(protocolEnvelopes)}. Fields that travel in an address count as headers.`,
    sizesOutcome(sizes).agreement,
    ...differing.map(
      ({ protocol, shape, differs }) => `${protocolStyle(protocol).label}, ${shape}: ${differs}`,
    ),
    ...skipped.flatMap(({ reason, failed }) => (failed ? [] : [reason])),
  ];
}
