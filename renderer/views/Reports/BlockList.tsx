import type { RenderedReport, Report, ReportBlock } from '../../../contracts/report.ts';
import { countOf } from '../../../metrics/format.ts';
import { notifyUndo } from '../../components/notify.tsx';
import { Panel } from '../../components/Panel.tsx';
import { changeBlock, insertBlock, moveBlock, removeBlock } from '../../data/reportBlocks.ts';
import { AddBlock } from './AddBlock.tsx';
import { BlockCard } from './BlockCard.tsx';
import styles from './Reports.module.css';
import type { Composition } from './useComposer.ts';

interface BlockListProps {
  readonly report: Report;
  readonly figures: RenderedReport['figures'];
  readonly change: Composition['change'];
  /** Called with the block that the user is editing. */
  readonly onFocus: (id: string) => void;
}

/** The texts and figures in their order. */
export function BlockList({ report, figures, change, onFocus }: BlockListProps) {
  const remove = (block: ReportBlock, at: number, name: string) => {
    change((old) => removeBlock(old, block.id));
    notifyUndo(`Removed ${name}`, () => change((old) => insertBlock(old, block, at)));
  };
  return (
    <Panel
      title="Content"
      note={countOf(report.blocks.length, 'block')}
      className={styles.panel ?? ''}
    >
      <ol className={styles.blocks} aria-label="Blocks of the report">
        {report.blocks.map((block, index) => {
          const drawn = figures.find(({ blockId }) => blockId === block.id);
          const name = block.kind === 'text' ? 'Text' : (drawn?.label ?? 'Missing figure');
          return (
            <BlockCard
              key={block.id}
              block={block}
              name={name}
              caption={drawn?.caption ?? ''}
              first={index === 0}
              last={index === report.blocks.length - 1}
              onFocus={() => onFocus(block.id)}
              onChange={(changed) => change((old) => changeBlock(old, changed))}
              onMove={(by) => change((old) => moveBlock(old, block.id, by))}
              onRemove={() => remove(block, index, name)}
            />
          );
        })}
      </ol>
      <AddBlock report={report} change={change} />
    </Panel>
  );
}
