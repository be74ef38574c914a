import { ActionIcon, SegmentedControl, Textarea, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import type { ComponentType, KeyboardEvent } from 'react';
import type { FigureBlock, FigureWidth, ReportBlock } from '../../../contracts/report.ts';
import { figureNames } from '../../data/figureNames.ts';
import styles from './Reports.module.css';

interface BlockCardProps {
  readonly block: ReportBlock;
  /** `Text`, `Figure 2`. */
  readonly name: string;
  /** The current state in the page. */
  readonly caption: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onFocus: () => void;
  readonly onChange: (block: ReportBlock) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** One block: its name, its text, and buttons to move it. Alt with an arrow key moves it too. */
export function BlockCard(props: BlockCardProps) {
  const { block, name, onMove } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li className={styles.block} aria-label={name} onFocus={props.onFocus} onKeyDown={onKeyDown}>
      <div className={styles.blockHead}>
        <span className={styles.blockName}>{name}</span>
        {block.kind === 'figure' && (
          <span className={styles.blockKind}>{figureNames[block.figure.type]}</span>
        )}
        <Tools {...props} />
      </div>
      {block.kind === 'text' ? (
        <Textarea
          aria-label="Text"
          autosize
          minRows={2}
          maxRows={14}
          maxLength={20_000}
          placeholder="Paragraphs, # headings, - lists, **strong**, *emphasis*, `code`"
          value={block.text}
          onChange={(event) => props.onChange({ ...block, text: event.currentTarget.value })}
        />
      ) : (
        <FigureFields {...props} block={block} />
      )}
    </li>
  );
}

function FigureFields({ block, name, caption, onChange }: BlockCardProps & { block: FigureBlock }) {
  return (
    <>
      <Textarea
        aria-label={`Caption of ${name}`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        placeholder={caption}
        value={block.caption ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          // An empty field means the automatic caption, which it shows in grey.
          onChange({ ...block, caption: value === '' ? null : value });
        }}
      />
      {isChart(block) && (
        <SegmentedControl
          aria-label={`Width of ${name}`}
          data={widths}
          value={block.width}
          onChange={(width) => onChange({ ...block, width: width as FigureWidth })}
        />
      )}
    </>
  );
}

const widths: { value: FigureWidth; label: string }[] = [
  { value: 'auto', label: 'Width by content' },
  { value: 'column', label: 'One column' },
  { value: 'page', label: 'Two columns' },
];

const charts = ['columns', 'percentiles', 'saturation', 'tls', 'heat-map', 'ratios', 'intervals'];

function isChart({ figure }: FigureBlock): boolean {
  return charts.includes(figure.type);
}

function Tools({ name, first, last, onMove, onRemove }: BlockCardProps) {
  return (
    <div className={styles.blockTools}>
      <Tool
        label={`Move ${name} up`}
        icon={IconArrowUp}
        disabled={first}
        onClick={() => onMove(-1)}
      />
      <Tool
        label={`Move ${name} down`}
        icon={IconArrowDown}
        disabled={last}
        onClick={() => onMove(1)}
      />
      <Tool label={`Remove ${name}`} icon={IconX} disabled={false} onClick={onRemove} />
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function Tool({ label, icon: Icon, disabled, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={22} aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon size={14} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
