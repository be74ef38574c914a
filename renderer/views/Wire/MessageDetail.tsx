import { useMemo, useState } from 'react';
import type { WireMessage, WirePart } from '../../../contracts/wire.ts';
import { formatCount } from '../../../metrics/format.ts';
import { moveFocus } from '../../components/moveFocus.ts';
import { hexView } from '../../data/hexView.ts';
import { isAround, layerBands, stageTitle } from '../../data/wire.ts';
import { HexBytes } from './HexBytes.tsx';
import styles from './Wire.module.css';

/** One arrow: its bytes in hexadecimal and as text, and the meaning of each part. */
export function MessageDetail({ message }: { message: WireMessage }) {
  const [part, setPart] = useState<number | null>(null);
  const view = useMemo(() => hexView(message), [message]);
  const { stage, direction, label, bytes, basis, parts, layers } = message;
  const way = direction === 'sent' ? 'client → service' : 'service → client';
  return (
    <div className={styles.message}>
      <div className={styles.messageHead}>
        <h3>{label}</h3>
        <p>
          {stageTitle(stage)} · {way} · {formatCount(bytes)} bytes{' '}
          {basis === 'estimated' ? 'estimated' : 'measured'}
        </p>
        <ul className={styles.layerList} aria-label="Bytes by layer">
          {layerBands(layers).map(({ key, layer, around, label: name, bytes: part }) => (
            <li key={key}>
              <span
                className={styles.swatch}
                data-layer={layer}
                data-around={around || undefined}
              />
              {name} <b>{formatCount(part)}</b>
            </li>
          ))}
        </ul>
      </div>
      {basis === 'estimated' ? (
        <p className={styles.nothing}>
          The operating system sends this packet below the socket, so there are no bytes to show.
        </p>
      ) : view.rows.length === 0 ? (
        <p className={styles.nothing}>
          For a long exchange, only the first and last messages are kept with their bytes; these are
          the totals of those in between.
        </p>
      ) : (
        <>
          <HexBytes view={view} parts={parts} selected={part} onSelect={setPart} />
          <Parts parts={parts} selected={part} onSelect={setPart} />
        </>
      )}
    </div>
  );
}

interface PartsProps {
  readonly parts: readonly WirePart[];
  readonly selected: number | null;
  readonly onSelect: (part: number | null) => void;
}

/** Frames, headers and values one below the other; the bytes of the focused one are highlighted. */
function Parts({ parts, selected, onSelect }: PartsProps) {
  return (
    <div className={styles.parts}>
      <table aria-label="Parts of the message">
        <thead>
          <tr>
            <th scope="col" data-numeric>
              at
            </th>
            <th scope="col" data-numeric>
              bytes
            </th>
            <th scope="col">part</th>
            <th scope="col">value</th>
          </tr>
        </thead>
        <tbody onKeyDown={moveFocus}>
          {parts.map((part, index) => (
            <tr
              key={part.offset}
              tabIndex={selected === index || (selected === null && index === 0) ? 0 : -1}
              data-selected={selected === index || undefined}
              onFocus={() => onSelect(index)}
              onMouseEnter={() => onSelect(index)}
              onClick={() => onSelect(index)}
            >
              <td data-numeric>{formatCount(part.offset)}</td>
              <td data-numeric>{formatCount(part.bytes)}</td>
              <td>
                <span
                  className={styles.swatch}
                  data-layer={part.layer}
                  data-around={isAround(part) || undefined}
                />
                {part.label}
                <Mixed part={part} />
              </td>
              <td className={styles.value}>{part.field?.value ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The other layers of a part, such as the escaping inside a value. */
function Mixed({ part }: { part: WirePart }) {
  const [, ...others] = layerBands(part.layers).sort((a, b) => b.bytes - a.bytes);
  if (others.length === 0) return null;
  const words = others.map(({ label, bytes }) => `${formatCount(bytes)} ${label.toLowerCase()}`);
  return <span className={styles.mixed}> ({words.join(', ')} in it)</span>;
}
