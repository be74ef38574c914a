import { useMemo } from 'react';
import { type WireCapture, wireLayers } from '../../../contracts/wire.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { Panel } from '../../components/Panel.tsx';
import {
  barSummary,
  barTable,
  callBars,
  type LayerBar,
  presentLayers,
  secondCallTitle,
} from '../../data/wire.ts';
import { LayerBars, layerBarsHeight } from './LayerBars.tsx';
import { layerLook } from './layerLook.ts';
import styles from './Wire.module.css';

/** Bytes by layer of the first call, with all that had to be set up, and of the second. */
export function LayerFigures({ captures }: { captures: readonly WireCapture[] }) {
  const first = useMemo(() => callBars(captures, 1), [captures]);
  const second = useMemo(() => callBars(captures, 2), [captures]);
  const [{ workload = '', shape = '', tls = '', client = '' } = {}] = captures;
  const origin = `Wirebench wire capture: ${workload} ${shape}, tls ${tls}, ${client} client`;
  return (
    <Panel title="Bytes by layer" note="both ways together; hatched without fill: estimated">
      <div className={styles.figures}>
        <Figure title="First call, with set-up" bars={first} origin={origin} />
        <Figure title={secondCallTitle(captures)} bars={second} origin={origin} />
      </div>
    </Panel>
  );
}

const footnotes = [
  'TCP/IP is estimated as on an Ethernet of 1,500-byte packets; all else is measured.',
];

function Figure({
  title,
  bars,
  origin,
}: {
  title: string;
  bars: readonly LayerBar[];
  origin: string;
}) {
  return (
    <ChartFrame
      title={title}
      unit="bytes"
      better="lower"
      summary={barSummary(title, bars)}
      legend={presentLayers(bars).map(layerLook)}
      height={layerBarsHeight(bars.length)}
      table={() => barTable(title, bars)}
      origin={origin}
      footnotes={footnotes}
      draw={({ width, height, hidden }) => (
        <LayerBars
          bars={bars}
          layers={wireLayers.filter((layer) => !hidden.has(layer))}
          width={width}
          height={height}
        />
      )}
    />
  );
}
