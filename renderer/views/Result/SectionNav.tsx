import { type RefObject, useEffect, useState } from 'react';
import styles from './Sections.module.css';

/** A section of the page to navigate to. */
interface SectionName {
  readonly id: string;
  readonly title: string;
}

interface SectionNavProps {
  readonly sections: readonly SectionName[];
  readonly page: RefObject<HTMLElement | null>;
  /** The address of a section. */
  readonly addressOf: (id: string) => string;
  readonly onGo: (id: string) => void;
}

/** A slim table of contents above the page; highlights the current section. */
export function SectionNav({ sections, page, addressOf, onGo }: SectionNavProps) {
  const current = useCurrentSection(page) ?? sections[0]?.id;
  return (
    <nav className={styles.nav} aria-label="Sections of the result">
      {sections.map(({ id, title }) => (
        <a
          key={id}
          className={styles.link}
          href={addressOf(id)}
          aria-current={id === current ? 'location' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onGo(id);
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** Pixels below the upper edge of the page at which a section counts as being read. */
const readingLine = 60;

/** The last section that starts above the reading line; null before the first scroll. */
function useCurrentSection(page: RefObject<HTMLElement | null>): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const element = page.current;
    if (!element) return;
    let frame = 0;
    const read = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setCurrent(sectionAt(element)));
    };
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', read);
    };
  }, [page]);
  return current;
}

function sectionAt(page: HTMLElement): string | null {
  const top = page.getBoundingClientRect().top + readingLine;
  const all = [...page.querySelectorAll<HTMLElement>('[data-section]')];
  const atEnd = page.scrollTop + page.clientHeight >= page.scrollHeight - 2;
  const passed = all.filter((one) => one.getBoundingClientRect().top <= top);
  return (atEnd ? all : passed).at(-1)?.dataset.section ?? all[0]?.dataset.section ?? null;
}
