import { useEffect, useRef, useState } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { formatRoute } from '../../app/navigation.ts';
import styles from './Result.module.css';
import { ResultHeader } from './ResultHeader.tsx';
import { SectionNav } from './SectionNav.tsx';
import sectionStyles from './Sections.module.css';
import { TrialDetail } from './TrialDetail.tsx';
import { useGradually } from './useGradually.ts';
import { type Section, useSections } from './useSections.tsx';

/** A result document from top to bottom, with a table of contents. */
export function ResultPage({ document }: { document: ResultDocument }) {
  const { run } = document;
  const [open, setOpen] = useState<TrialResult | null>(null);
  const sections = useSections(document, setOpen);
  return (
    <div className={styles.view}>
      <ResultHeader run={run} />
      <Sections runId={run.id} sections={sections} />
      {open && <TrialDetail trial={open} origin={run.name} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** The sections one after another; what is far down is drawn last. */
function Sections({ runId, sections }: { runId: string; sections: readonly Section[] }) {
  const page = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState<string | null>(sectionOfAddress);
  const shown = useGradually(
    sections.length,
    3,
    sections.findIndex(({ id }) => id === wanted),
  );
  useEffect(() => {
    if (wanted === null) return;
    goTo(page.current, wanted);
    setWanted(null);
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
            setWanted(id);
          }}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key */}
      <section className={styles.page} aria-label="Result" tabIndex={0} ref={page}>
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
      </section>
    </>
  );
}

/** The section that the address names behind the run: `#/result/<run>/health`. */
function sectionOfAddress(): string | null {
  return window.location.hash.split('/')[3] ?? null;
}

/** Brings a section to the top and gives it the focus, so that the next Tab goes on from there. */
function goTo(page: HTMLElement | null, id: string): void {
  const section = page?.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}
