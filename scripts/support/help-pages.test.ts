import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settings } from '../../contracts/experiment/settings.ts';
import { glossary, glossaryTerm } from '../../renderer/data/glossary.ts';
import type { HelpBlock, HelpInline } from '../../renderer/views/Help/helpPage.ts';
import { anchorOf, helpFiles, readHelpPage, topicOf } from './help-pages.ts';

const docs = new URL('../../docs/', import.meta.url);
const pages = helpFiles.map((name) =>
  readHelpPage(name, readFileSync(new URL(`${name}.md`, docs), 'utf8')),
);

function inlinesOf(block: HelpBlock): readonly HelpInline[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.children;
    case 'quote':
      return block.blocks.flatMap(inlinesOf);
    case 'list':
      return block.items.flat().flatMap(inlinesOf);
    case 'table':
      return [...block.header, ...block.rows.flat()].flat();
    case 'code':
      return [];
  }
}

function linksOf(parts: readonly HelpInline[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'link') return part.topic === null ? [] : [part.topic];
    return 'children' in part ? linksOf(part.children) : [];
  });
}

/** Every target of a link. */
const topics = new Set(
  pages.flatMap(({ id, blocks }) => [
    id,
    ...blocks.flatMap((block) => (block.kind === 'heading' ? [`${id}/${block.id}`] : [])),
  ]),
);

describe('the help', () => {
  it('parses every page, with its title', () => {
    for (const { title, blocks } of pages) {
      expect(title).not.toBe('');
      expect(blocks.length).toBeGreaterThan(3);
    }
  });

  it.each(pages.map((page) => [page.id, page] as const))('has no dead link in %s', (_id, page) => {
    const links = page.blocks.flatMap((block) => linksOf(inlinesOf(block)));
    expect(links.filter((topic) => !topics.has(topic))).toEqual([]);
  });

  it('has every page that the glossary names', () => {
    const named = glossary.flatMap(({ page }) => page ?? []);
    expect(named.filter((topic) => !topics.has(topic))).toEqual([]);
  });

  it('has a term for each setting that the editor explains with one', () => {
    const terms = [...new Set(settings.flatMap(({ term = [] }) => term))];
    expect(terms.length).toBeGreaterThan(15);
    expect(terms.filter((id) => glossaryTerm(id) === null)).toEqual([]);
  });

  it('keeps text, code, emphasis, lists and tables', () => {
    const page = readHelpPage(
      'measuring',
      '# T\n\nA < `b<c` *d* **e** [f](errors.md#x) [g](https://example.org)\n\n1. one\n2. two\n\n| h |\n|---|\n| `a|` |\n\n```\nx < y\n```\n',
    );
    expect(page.title).toBe('T');
    expect(page.blocks).toMatchSnapshot();
  });

  it('refuses a page without a title', () => {
    expect(() => readHelpPage('x', 'Text')).toThrow('docs/x.md does not begin with its title');
  });
});

describe('anchors and links', () => {
  it('are as GitHub makes them', () => {
    expect(anchorOf('What the closed model hides')).toBe('what-the-closed-model-hides');
    expect(anchorOf('`--json`, and more!')).toBe('--json-and-more');
  });

  it('lead within the help only', () => {
    expect(topicOf('measuring.md#throughput', 'errors')).toBe('measuring/throughput');
    expect(topicOf('#ports', 'services')).toBe('services/ports');
    const others = ['../README.md', 'https://example.org/measuring.md', 'architecture.md'];
    expect(others.map((one) => topicOf(one, 'errors'))).toEqual([null, null, null]);
  });
});
