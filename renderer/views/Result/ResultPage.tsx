import { startTransition, useEffect, useRef, useState } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { Provenance } from '../../charts/figure.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { provenanceOf } from '../../data/provenance.ts';
import { formatRoute } from '../../navigation/navigation.ts';
import { TrialDetail } from '../../panels/trial/TrialDetail.tsx';
import styles from './Result.module.css';
import { ResultHeader } from './ResultHeader.tsx';
import { SectionNav } from './SectionNav.tsx';
import sectionStyles from './Sections.module.css';
import { type ResultSection, useSections } from './useSections.tsx';

/** A result document from top to bottom, with a table of contents. */
export function ResultPage({ document }: { document: ResultDocument }) {
  const { run } = document;
  const [open, setOpen] = useState<TrialResult | null>(null);
  const sections = useSections(document, setOpen);
  return (
    <Provenance value={provenanceOf(document)}>
      <div className={styles.view}>
        <ResultHeader run={run} failing={document.analysis.finding?.failing === true} />
        <Sections runId={run.id} sections={sections} />
        {open && <TrialDetail trial={open} origin={run.name} onClose={() => setOpen(null)} />}
      </div>
    </Provenance>
  );
}

/** The sections in order; the lowest are rendered last. */
function Sections({ runId, sections }: { runId: string; sections: readonly ResultSection[] }) {
  const page = useRef<HTMLElement>(null);
  // A new object each time, so that navigating to a section works twice.
  const [wanted, setWanted] = useState(() => ({ id: sectionOfAddress() }));
  const shown = useGradually(
    sections.length,
    3,
    sections.findIndex(({ id }) => id === wanted.id),
  );
  useEffect(() => {
    if (wanted.id === null || !page.current) return;
    return goToSection(page.current, wanted.id);
  }, [wanted]);
  const addressOf = (id: string) => `${formatRoute({ view: 'result', runId })}/${id}`;
  return (
    <>
      {sections.length > 1 && (
        <SectionNav
          sections={sections}
          page={page}
          addressOf={addressOf}
          onGo={(id) => {
            window.history.replaceState(null, '', addressOf(id));
            setWanted({ id });
          }}
        />
      )}
      <ScrollRegion className={styles.page} label="Result" ref={page}>
        {sections.slice(0, shown).map(({ id, content, half }) => (
          <div
            key={id}
            className={sectionStyles.section}
            data-section={id}
            data-half={half || undefined}
            tabIndex={-1}
          >
            {content}
          </div>
        ))}
      </ScrollRegion>
    </>
  );
}

/** The section named in the address after the run: `#/result/<run>/health`. */
function sectionOfAddress(): string | null {
  return window.location.hash.split('/')[3] ?? null;
}

/** How long a section is held at the top after the last layout change, in ms. */
const heldMs = 2000;
const ways = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls a section to the top and focuses it, so that the next Tab continues from there. It stays
 * there while other sections are still rendering, unless the reader scrolls.
 * @returns ends the holding.
 */
function goToSection(page: HTMLElement, id: string): () => void {
  const section = page.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`);
  if (!section) return () => undefined;
  let timer = 0;
  const show = () => {
    section.scrollIntoView({ block: 'start' });
    clearTimeout(timer);
    timer = window.setTimeout(end, heldMs);
  };
  const sizes = new ResizeObserver(show);
  const watchSizes = () => {
    for (const one of page.children) sizes.observe(one);
  };
  const arrivals = new MutationObserver(watchSizes);
  const end = () => {
    sizes.disconnect();
    arrivals.disconnect();
    clearTimeout(timer);
    for (const way of ways) page.removeEventListener(way, end);
  };
  for (const way of ways) page.addEventListener(way, end, { passive: true });
  arrivals.observe(page, { childList: true });
  watchSizes();
  show();
  section.focus({ preventScroll: true });
  return end;
}

/**
 * How many of a page's parts to render: a few at first, so that the page appears immediately, then one
 * more after each frame until all are there.
 * @param wanted index of a part that is needed now, with all before it.
 */
function useGradually(parts: number, first: number, wanted: number): number {
  const [count, setCount] = useState(first);
  const shown = Math.min(parts, Math.max(count, wanted + 1));
  useEffect(() => {
    if (shown >= parts) return;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => startTransition(() => setCount(shown + 1));
    // A task queued in a frame runs after that frame is painted.
    const frame = requestAnimationFrame(() => channel.port2.postMessage(null));
    return () => {
      cancelAnimationFrame(frame);
      channel.port1.close();
    };
  }, [shown, parts]);
  return shown;
}
