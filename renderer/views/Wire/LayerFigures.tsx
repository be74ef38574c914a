import { useMemo } from 'react';
import type { WireCapture } from '../../../contracts/wire.ts';
import { Panel } from '../../components/Panel.tsx';
import { callBars, secondCallTitle } from '../../data/wire.ts';
import { LayerFigure } from './LayerFigure.tsx';
import styles from './Wire.module.css';

const footnotes = [
  'TCP/IP is estimated as on an Ethernet of 1,500-byte packets; all else is measured.',
];

/** Bytes by layer of the first call, with all that had to be set up, and of the second. */
export function LayerFigures({ captures }: { captures: readonly WireCapture[] }) {
  const first = useMemo(() => callBars(captures, 1), [captures]);
  const second = useMemo(() => callBars(captures, 2), [captures]);
  const [{ workload = '', shape = '', tls = '', client = '' } = {}] = captures;
  const origin = `Wirebench wire capture: ${workload} ${shape}, tls ${tls}, ${client} client`;
  return (
    <Panel title="Bytes by layer" note="both ways together; hatched without fill: estimated">
      <div className={styles.figures}>
        <LayerFigure title="First call, with set-up" bars={first} {...{ origin, footnotes }} />
        <LayerFigure title={secondCallTitle(captures)} bars={second} {...{ origin, footnotes }} />
      </div>
    </Panel>
  );
}
