import { useMemo, useState } from 'react';
import { SearchInput } from '../../components/SearchInput.tsx';
import { type GlossaryTerm, glossaryTerm, searchGlossary } from '../../data/glossary.ts';
import { formatRoute } from '../../navigation/navigation.ts';
import styles from './Help.module.css';

/** All terms, with a search; `chosen` is the target of a link. */
export function Glossary({ chosen }: { chosen: string | null }) {
  const [search, setSearch] = useState('');
  const found = useMemo(() => searchGlossary(search), [search]);
  return (
    <div className={styles.article}>
      <h2>Glossary</h2>
      <SearchInput
        className={styles.search}
        label="Search the glossary"
        placeholder="Search"
        value={search}
        onChange={setSearch}
      />
      {found.length === 0 && <p role="status">No matching terms.</p>}
      <dl className={styles.terms}>
        {found.map((term) => (
          <Entry key={term.id} term={term} isChosen={term.id === chosen} />
        ))}
      </dl>
    </div>
  );
}

function Entry({ term, isChosen }: { term: GlossaryTerm; isChosen: boolean }) {
  return (
    <div className={styles.term} id={`help-${term.id}`} data-chosen={isChosen || undefined}>
      <dt>{term.term}</dt>
      <dd>
        {term.short} {term.more}
        <Links term={term} />
      </dd>
    </div>
  );
}

function Links({ term: { page, see = [] } }: { term: GlossaryTerm }) {
  if (!page && see.length === 0) return null;
  return (
    <span className={styles.links}>
      {page && <a href={formatRoute({ view: 'help', topic: page })}>In full</a>}
      {see.map((id) => (
        <a key={id} href={formatRoute({ view: 'help', topic: `glossary/${id}` })}>
          {glossaryTerm(id)?.term}
        </a>
      ))}
    </span>
  );
}
