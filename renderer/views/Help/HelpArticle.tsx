import { createElement, memo, type ReactNode } from 'react';
import { formatRoute } from '../../navigation/navigation.ts';
import styles from './Help.module.css';
import type { HelpBlock, HelpInline, HelpPage } from './helpPage.ts';

/** A page of the documentation. */
export const HelpArticle = memo(function HelpArticle({ page }: { page: HelpPage }) {
  return (
    <article className={styles.article}>
      <h2>{page.title}</h2>
      {drawBlocks(page.blocks)}
    </article>
  );
});

/** Pages are fixed at build time, so indices serve as keys. */
function drawBlocks(blocks: readonly HelpBlock[]): ReactNode[] {
  return blocks.map((block, index) => createElement(Block, { key: index, block }));
}

function Block({ block }: { block: HelpBlock }) {
  switch (block.kind) {
    case 'heading':
      return createElement(
        `h${Math.min(block.level + 1, 6)}`,
        { id: `help-${block.id}` },
        ...drawInline(block.children),
      );
    case 'paragraph':
      return <p>{drawInline(block.children)}</p>;
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key
        <pre className={styles.code} tabIndex={0}>
          {block.text}
        </pre>
      );
    case 'quote':
      return <blockquote>{drawBlocks(block.blocks)}</blockquote>;
    case 'list':
      return createElement(
        block.ordered ? 'ol' : 'ul',
        null,
        ...block.items.map((item) => createElement('li', null, ...drawBlocks(item))),
      );
    case 'table':
      return <Table header={block.header} rows={block.rows} />;
  }
}

type TableBlock = Extract<HelpBlock, { kind: 'table' }>;

function Table({ header, rows }: Pick<TableBlock, 'header' | 'rows'>) {
  const hasHeader = header.some((cell) => cell.length > 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key
    <div className={styles.tableFrame} tabIndex={0}>
      <table className={styles.table}>
        {hasHeader && (
          <thead>
            {createElement(
              'tr',
              null,
              ...header.map((cell) => createElement('th', { scope: 'col' }, ...drawInline(cell))),
            )}
          </thead>
        )}
        {createElement(
          'tbody',
          null,
          ...rows.map((row) =>
            createElement(
              'tr',
              null,
              ...row.map((cell) => createElement('td', null, ...drawInline(cell))),
            ),
          ),
        )}
      </table>
    </div>
  );
}

function drawInline(parts: readonly HelpInline[]): ReactNode[] {
  return parts.map((part, index) => createElement(Inline, { key: index, part }));
}

function Inline({ part }: { part: HelpInline }): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code className={styles.inlineCode}>{part.text}</code>;
    case 'strong':
      return <strong>{drawInline(part.children)}</strong>;
    case 'em':
      return <em>{drawInline(part.children)}</em>;
    case 'link':
      if (part.topic === null) return <span>{drawInline(part.children)}</span>;
      return (
        <a href={formatRoute({ view: 'help', topic: part.topic })}>{drawInline(part.children)}</a>
      );
  }
}
