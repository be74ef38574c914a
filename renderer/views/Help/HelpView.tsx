import { helpPages } from 'virtual:help-pages';
import { useEffect, useRef } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { formatRoute } from '../../navigation/navigation.ts';
import { displayKeys, isMac, shortcutGroups } from '../../navigation/shortcuts.ts';
import { Glossary } from './Glossary.tsx';
import styles from './Help.module.css';
import { HelpArticle } from './HelpArticle.tsx';
import type { HelpPage } from './helpPage.ts';

/** Pages generated from data rather than from the documentation. */
const ownPages = [
  { id: 'glossary', title: 'Glossary' },
  { id: 'keyboard', title: 'Keyboard' },
];

/** Words, keys and methods, explained where they are needed. */
export function HelpView({ topic }: { topic: string | null }) {
  const [pageId = 'glossary', anchor = null] = topic?.split('/') ?? [];
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const target = anchor === null ? null : document.getElementById(`help-${anchor}`);
    if (target) target.scrollIntoView({ block: 'start' });
    else scroller.current?.scrollTo(0, 0);
  }, [pageId, anchor]);
  return (
    <div className={styles.view}>
      <ViewHeader title="Help" />
      <div className={styles.body}>
        <nav className={styles.contents} aria-label="Help pages">
          {[...ownPages, ...helpPages].map(({ id, title }) => (
            <a
              key={id}
              href={formatRoute({ view: 'help', topic: id })}
              aria-current={id === pageId ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
        <ScrollRegion className={styles.page} ref={scroller} label="Help page">
          <Page
            id={pageId}
            anchor={anchor}
            page={helpPages.find(({ id }) => id === pageId) ?? null}
          />
        </ScrollRegion>
      </div>
    </div>
  );
}

interface PageProps {
  readonly id: string;
  readonly anchor: string | null;
  readonly page: HelpPage | null;
}

function Page({ id, anchor, page }: PageProps) {
  if (id === 'glossary') return <Glossary chosen={anchor} />;
  if (id === 'keyboard') return <Keyboard />;
  if (page) return <HelpArticle page={page} />;
  return <EmptyState title="Page not found">The help pages are listed on the left.</EmptyState>;
}

/** All keyboard shortcuts, by context. */
function Keyboard() {
  return (
    <div className={styles.article}>
      <h2>Keyboard</h2>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <table className={styles.keys}>
            <tbody>
              {shortcuts.map(({ keys, does }) => (
                <tr key={`${keys} ${does}`}>
                  <th scope="row">
                    <kbd>{displayKeys(keys, isMac)}</kbd>
                  </th>
                  <td>{does}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
