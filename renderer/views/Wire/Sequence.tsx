import { VisuallyHidden } from '@mantine/core';
import { IconArrowNarrowLeft, IconArrowNarrowRight } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { WireCapture, WireMessage } from '../../../contracts/wire.ts';
import { formatCount, groupDigits } from '../../../metrics/format.ts';
import { layerBands, type SequenceGroup, sequenceGroups } from '../../data/wire.ts';
import styles from './Wire.module.css';

interface SequenceProps {
  readonly capture: WireCapture;
  /** Id of the message whose bytes are shown. */
  readonly selected: number | null;
  readonly onSelect: (id: number) => void;
}

/** Two lifelines and the arrows between them, section by section. Up and down move between arrows. */
export function Sequence({ capture, selected, onSelect }: SequenceProps) {
  return (
    <div className={styles.sequence}>
      <div className={styles.lifelines} aria-hidden>
        <span>Client</span>
        <span>Service</span>
      </div>
      {sequenceGroups(capture).map((group) => (
        <Group key={group.key} {...{ group, selected, onSelect }} />
      ))}
    </div>
  );
}

function Group({
  group,
  selected,
  onSelect,
}: Omit<SequenceProps, 'capture'> & { group: SequenceGroup }) {
  const { title, messages, measured, estimated } = group;
  return (
    <section className={styles.group} aria-label={title}>
      <header className={styles.groupHead}>
        <h3>{title}</h3>
        <span>
          {measured > 0 && `${formatCount(measured)} B`}
          {measured > 0 && estimated > 0 && ' + '}
          {estimated > 0 && `${formatCount(estimated)} B estimated`}
        </span>
      </header>
      <ol className={styles.arrows} onKeyDown={moveBetweenArrows}>
        {messages.map((message) => (
          <li key={message.id}>
            <Arrow message={message} selected={message.id === selected} onSelect={onSelect} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ArrowProps {
  readonly message: WireMessage;
  readonly selected: boolean;
  readonly onSelect: (id: number) => void;
}

function Arrow({ message, selected, onSelect }: ArrowProps) {
  const { id, direction, label, bytes, startMs, basis } = message;
  const sent = direction === 'sent';
  const estimated = basis === 'estimated';
  const Head = sent ? IconArrowNarrowRight : IconArrowNarrowLeft;
  return (
    <button
      type="button"
      className={styles.arrow}
      data-direction={direction}
      data-estimated={estimated || undefined}
      aria-current={selected || undefined}
      onClick={() => onSelect(id)}
    >
      <span className={styles.at}>
        {estimated ? '' : groupDigits(startMs, 1)}
        {!estimated && <VisuallyHidden> ms, </VisuallyHidden>}
      </span>
      <span className={styles.lane}>
        <span className={styles.label}>{label}</span>
        <VisuallyHidden>, {sent ? 'client to service' : 'service to client'}, </VisuallyHidden>
        <span className={styles.shaft}>
          {estimated ? (
            <span className={styles.dashes} />
          ) : (
            layerBands(message.layers).map(({ key, layer, around, bytes: part }) => (
              <span
                key={key}
                className={styles.layer}
                data-layer={layer}
                data-around={around || undefined}
                style={{ flexGrow: part }}
              />
            ))
          )}
          <Head className={styles.head} size={18} stroke={2} aria-hidden />
        </span>
      </span>
      <span className={styles.size}>
        {formatCount(bytes)}
        <span className={styles.unit}>{estimated ? 'B est.' : 'B'}</span>
      </span>
    </button>
  );
}

function moveBetweenArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const picture = event.currentTarget.closest(`.${styles.sequence}`);
  if (step === undefined || !picture) return;
  const arrows = [...picture.querySelectorAll<HTMLElement>(`.${styles.arrow}`)];
  const next = arrows[arrows.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
