import type { ReactNode, Ref } from 'react';

interface ScrollRegionProps {
  readonly label: string;
  /** Gives it a size, and lets what exceeds that scroll. */
  readonly className: string | undefined;
  readonly ref?: Ref<HTMLElement>;
  readonly onScroll?: () => void;
  readonly children: ReactNode;
}

/** A named part that scrolls. */
export function ScrollRegion({ label, children, ...rest }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key
    <section aria-label={label} tabIndex={0} {...rest}>
      {children}
    </section>
  );
}
