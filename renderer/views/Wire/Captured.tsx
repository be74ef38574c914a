import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { WireCapture } from '../../../contracts/wire.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { calledOf, describeCaptures } from '../../../metrics/wire-words.ts';
import { LayerFigure } from '../../charts/LayerFigure.tsx';
import { useSize } from '../../charts/useSize.ts';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { callBars, countCheck, secondCallTitle } from '../../data/wire.ts';
import { protocolStyle } from '../../look/protocols.ts';
import { MessageDetail } from './MessageDetail.tsx';
import { Sequence } from './Sequence.tsx';
import { TotalsPanel } from './TotalsPanel.tsx';
import styles from './Wire.module.css';

/** Minimum width of a diagram next to others, in pixels. */
const pictureWidth = 400;
const detailWidth = 520;

interface Chosen {
  readonly protocol: Protocol;
  readonly message: number;
}

/** A finished capture: the finding, the totals, and the diagram of every byte. */
export function Captured({ captures }: { captures: readonly WireCapture[] }) {
  return (
    <div className={styles.captured}>
      <p className={styles.finding} data-testid="finding">
        {describeCaptures(captures)}
      </p>
      <LayerFigures captures={captures} />
      <Pictures captures={captures} />
      <TotalsPanel captures={captures} />
      <Panel title="How this was measured">
        <ul className={styles.notes}>
          {[...new Set(captures.flatMap(({ assumptions }) => assumptions))].map((text) => (
            <li key={text}>{text}</li>
          ))}
          {captures.map((capture) => (
            <li key={capture.protocol}>
              {protocolStyle(capture.protocol).label}: {countCheck(capture)}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

/** Side by side if there is room, else one at a time; the bytes of an arrow next to them. */
function Pictures({ captures }: { captures: readonly WireCapture[] }) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const [shown, setShown] = useState<Protocol | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const abreast = width >= captures.length * pictureWidth + detailWidth;
  const current = captures.find(({ protocol }) => protocol === shown) ?? captures[0];
  const drawn = abreast ? captures : current ? [current] : [];
  const capture = drawn.find(({ protocol }) => protocol === chosen?.protocol) ?? drawn[0];
  const first = capture?.messages.find(
    ({ stage, basis }) => stage === 'first' && basis === 'measured',
  );
  const message =
    capture?.messages.find(
      ({ id }) => chosen?.protocol === capture.protocol && id === chosen.message,
    ) ?? first;
  return (
    <div ref={ref} className={styles.pictures} data-abreast={abreast || undefined}>
      {!abreast && captures.length > 1 && (
        <SegmentedControl
          className={styles.tabs}
          aria-label="Protocol shown"
          data={captures.map(({ protocol }) => ({
            value: protocol,
            label: protocolStyle(protocol).label,
          }))}
          value={current?.protocol ?? ''}
          onChange={(value) =>
            setShown(captures.find(({ protocol }) => protocol === value)?.protocol ?? null)
          }
        />
      )}
      {drawn.map((each) => (
        <Panel
          key={each.protocol}
          className={styles.picture ?? ''}
          title={`Sequence, ${protocolStyle(each.protocol).label}`}
          note={each.secured ? `${each.secured.version}, ${each.secured.cipher}` : 'without TLS'}
          padded={false}
          scroll
        >
          <Sequence
            capture={each}
            selected={each === capture ? (message?.id ?? null) : null}
            onSelect={(id) => setChosen({ protocol: each.protocol, message: id })}
          />
        </Panel>
      ))}
      {capture && message && (
        <Panel
          className={styles.detail ?? ''}
          title="Bytes"
          note={<ProtocolChip protocol={capture.protocol} />}
          padded={false}
        >
          <MessageDetail key={`${capture.protocol}-${message.id}`} message={message} />
        </Panel>
      )}
    </div>
  );
}

const footnotes = [
  'TCP/IP is estimated as on an Ethernet of 1,500-byte packets; all else is measured. The fainter part of the payload is names and structure.',
];

/** Bytes by layer of the first call, including all set-up, and of the second. */
function LayerFigures({ captures }: { captures: readonly WireCapture[] }) {
  const first = useMemo(() => callBars(captures, 1), [captures]);
  const second = useMemo(() => callBars(captures, 2), [captures]);
  const [{ workload = '', shape = '', tls = '', client = '' } = {}] = captures;
  const origin = `Wirebench wire capture: ${calledOf(workload, shape)}, tls ${tls}, ${client} client`;
  return (
    <Panel title="Bytes by layer" note="both directions combined; hatched without fill: estimated">
      <div className={styles.figures}>
        <LayerFigure title="First call, with set-up" bars={first} {...{ origin, footnotes }} />
        <LayerFigure title={secondCallTitle(captures)} bars={second} {...{ origin, footnotes }} />
      </div>
    </Panel>
  );
}
