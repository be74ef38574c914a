import type { Protocol } from '../../contracts/words.ts';
import { protocolStyle } from '../look/protocols.ts';
import styles from './Badge.module.css';
import { ProtocolMarker } from './ProtocolMarker.tsx';

/** The name of a protocol with its marker and colour. */
export function ProtocolChip({ protocol }: { protocol: Protocol }) {
  const style = protocolStyle(protocol);
  return (
    <span className={styles.chip} style={{ background: style.softColor, color: style.textColor }}>
      <ProtocolMarker protocol={protocol} />
      {style.label}
    </span>
  );
}
