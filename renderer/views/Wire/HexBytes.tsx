import type { WirePart } from '../../../contracts/wire.ts';
import { countOf, formatCount } from '../../../metrics/format.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { HexRow, HexView } from '../../data/hexView.ts';
import { isAround } from '../../data/wire.ts';
import styles from './Wire.module.css';

interface HexBytesProps {
  readonly view: HexView;
  readonly parts: readonly WirePart[];
  readonly selected: number | null;
  readonly onSelect: (part: number | null) => void;
}

/** The bytes in lines of sixteen; each part has the colour of its layer. */
export function HexBytes({ view, parts, selected, onSelect }: HexBytesProps) {
  const current = selected === null ? undefined : parts[selected];
  const decrypted = parts.some((part) => part.decrypted);
  const rest = { parts, selected, onSelect };
  return (
    <div className={styles.hexFrame}>
      <p className={styles.partName} aria-live="polite">
        {current
          ? `${current.label}, ${countOf(current.bytes, 'byte')}`
          : decrypted
            ? 'Shown decrypted; encrypted on the wire, with the same length.'
            : 'Hover over a part or select it in the table below.'}
      </p>
      <ScrollRegion className={styles.hex} label="Bytes of the message">
        {view.rows.map((row) => (
          <Line key={row.offset} row={row} {...rest} />
        ))}
        {view.skipped > 0 && (
          <div className={styles.skipped}>{formatCount(view.skipped)} bytes not kept</div>
        )}
        {view.tail.map((row) => (
          <Line key={row.offset} row={row} {...rest} />
        ))}
      </ScrollRegion>
    </div>
  );
}

function marksOf(part: WirePart | undefined) {
  return part && { 'data-layer': part.layer, 'data-around': isAround(part) || undefined };
}

function Line({ row, parts, selected, onSelect }: Omit<HexBytesProps, 'view'> & { row: HexRow }) {
  const side = (kind: 'hex' | 'text') =>
    row.runs.map((run) => (
      // biome-ignore lint/a11y/noStaticElementInteractions: the table of parts does the same by key
      <span
        key={run.column}
        {...marksOf(run.part === null ? undefined : parts[run.part])}
        data-selected={(run.part !== null && run.part === selected) || undefined}
        onMouseEnter={() => onSelect(run.part)}
      >
        {run[kind]}
      </span>
    ));
  return (
    <div className={styles.hexLine}>
      <span className={styles.offset}>{row.offset.toString(16).padStart(6, '0')}</span>
      <span className={styles.octets}>{side('hex')}</span>
      <span className={styles.chars}>{side('text')}</span>
    </div>
  );
}
