import { useMemo, useState } from 'react';
import {
  type Encoding,
  encodingLabels,
  encodings,
  type Inspection,
} from '../../../contracts/inspection.ts';
import { countOf, formatCount } from '../../../metrics/format.ts';
import { isOfPath, type ShownSpan, shownSpans } from '../../data/inspector.ts';
import styles from './Sizes.module.css';

interface Pointed {
  readonly path: string;
  readonly note: string;
}

/** The three encodings side by side; pointing at a field highlights its bytes in all of them. */
export function Encodings({ inspection }: { inspection: Inspection }) {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const spans = useMemo(
    () => ({
      json: shownSpans(inspection.json),
      xml: shownSpans(inspection.xml),
      protobuf: shownSpans(inspection.protobuf),
    }),
    [inspection],
  );
  return (
    <>
      <p className={styles.pointed} aria-live="polite">
        {pointed ? (
          <>
            <b>{pointed.path || 'the message'}</b> {pointed.note}
          </>
        ) : (
          'Hover over a byte or select a part in the table below to highlight its field in all three.'
        )}
      </p>
      <div className={styles.encodings}>
        {encodings.map((encoding) => (
          <Bytes
            key={encoding}
            encoding={encoding}
            bytes={inspection[encoding].bytes}
            spans={spans[encoding]}
            path={pointed?.path ?? null}
            onPoint={setPointed}
          />
        ))}
      </div>
      <Parts spans={spans.protobuf} path={pointed?.path ?? null} onPoint={setPointed} />
    </>
  );
}

interface BytesProps {
  readonly encoding: Encoding;
  readonly bytes: number;
  readonly spans: readonly ShownSpan[];
  readonly path: string | null;
  readonly onPoint: (pointed: Pointed) => void;
}

function Bytes({ encoding, bytes, spans, path, onPoint }: BytesProps) {
  const title = `${encodingLabels[encoding]}, ${countOf(bytes, 'byte')}`;
  return (
    <section className={styles.encoding} aria-label={title}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key */}
      <pre tabIndex={0}>
        {spans.length === 0 && (
          <span className={styles.quiet}>no bytes: all fields have default values</span>
        )}
        {spans.map((span) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table of parts does the same by key
          <span
            key={span.from}
            data-role={span.role}
            data-marked={isOfPath(span, path) || undefined}
            onMouseEnter={() => onPoint(span)}
          >
            {span.role === 'skipped'
              ? ` … ${span.note} … `
              : encoding === 'protobuf'
                ? `${span.hex} `
                : span.text}
          </span>
        ))}
      </pre>
    </section>
  );
}

const maxParts = 300;

/** The parts of the Protobuf message in words. */
function Parts({ spans, path, onPoint }: Omit<BytesProps, 'encoding' | 'bytes'>) {
  const shown = spans.slice(0, maxParts);
  return (
    <section className={styles.parts} aria-label="Protobuf, part by part">
      <table aria-label="Protobuf, part by part">
        <thead>
          <tr>
            <th scope="col">Offset</th>
            <th scope="col">Bytes</th>
            <th scope="col">Field</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((span) => (
            <tr
              key={span.from}
              tabIndex={0}
              data-marked={isOfPath(span, path) || undefined}
              onFocus={() => onPoint(span)}
              onMouseEnter={() => onPoint(span)}
            >
              <td>{span.from}</td>
              <td className={styles.hex}>{shortened(span.hex)}</td>
              <td>{span.path}</td>
              <td>{span.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {spans.length > maxParts && (
        <p className={styles.quiet}>
          The first {maxParts} of {formatCount(spans.length)} parts.
        </p>
      )}
    </section>
  );
}

const shownOctets = 16;

function shortened(hex: string): string {
  const octets = hex.split(' ');
  if (octets.length <= shownOctets) return hex;
  return `${octets.slice(0, shownOctets).join(' ')} … (${octets.length})`;
}
