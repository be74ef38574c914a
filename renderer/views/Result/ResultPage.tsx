import { useEffect, useRef, useState } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { formatRoute } from '../../app/navigation.ts';
import { goToSection } from './goToSection.ts';
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
  // A new object each time, so that a section can be gone to twice.
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
