import type { LegendItem } from './look.ts';
import { SwatchIcon } from './Swatch.tsx';

interface LegendEntriesProps {
  readonly items: readonly LegendItem[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
  /** Of each entry. */
  readonly className?: string | undefined;
}

/** Symbol and name of each series: buttons that show or hide it, and explanations of doubt. */
export function LegendEntries({ items, hidden, onToggle, className }: LegendEntriesProps) {
  return items.map((item) => {
    const content = (
      <>
        <SwatchIcon item={item} />
        {item.label}
      </>
    );
    return item.doubt ? (
      <span key={item.key} className={className} data-doubt={item.doubt}>
        {content}
      </span>
    ) : (
      <button
        key={item.key}
        type="button"
        className={className}
        aria-pressed={!hidden.has(item.key)}
        onClick={() => onToggle(item.key)}
      >
        {content}
      </button>
    );
  });
}
