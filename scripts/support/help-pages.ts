import { readFileSync } from 'node:fs';
import { type MarkedToken, marked, type Token } from 'marked';
import type { Plugin } from 'vite';
import {
  type HelpBlock,
  type HelpInline,
  type HelpPage,
  plainText,
} from '../../renderer/views/Help/helpPage.ts';

/**
 * The pages of `docs/` that are shown in the window, in the order of its help. They are parsed
 * when the renderer is built, so that the window needs neither a parser nor raw markup.
 */
export const helpFiles = [
  'measuring',
  'plans',
  'comparing',
  'statistics',
  'experiment-file',
  'workloads',
  'protocols',
  'studies',
  'services',
  'own-service',
  'stacks',
  'environment',
  'wire',
  'sizes',
  'reports',
  'run-file',
  'command-line',
  'desktop',
  'errors',
  'performance',
  'machines',
  'kubernetes',
  'reliability',
] as const;

/** The anchor of a heading, by GitHub's rules. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Target of a page's link within the help, or null. */
export function topicOf(href: string, page: string): string | null {
  const [, file = page, anchor] = /^(?:([\w-]+)\.md)?(?:#(.*))?$/.exec(href) ?? [];
  if (!href || !/^([\w-]+\.md)?(#.*)?$/.test(href)) return null;
  if (!helpFiles.some((name) => name === file)) return null;
  return anchor ? `${file}/${anchor}` : file;
}

/** Parses a Markdown page. @throws Error for anything that the help cannot show. */
export function readHelpPage(id: string, markdown: string): HelpPage {
  const tokens = marked.lexer(markdown);
  const blocks = blocksOf(tokens, id);
  const [first, ...rest] = blocks;
  if (first?.kind !== 'heading') throw new Error(`docs/${id}.md does not begin with its title`);
  return { id, title: plainText(first.children), blocks: rest };
}

function blocksOf(tokens: readonly Token[], page: string): HelpBlock[] {
  return (tokens as MarkedToken[]).flatMap((token) => blockOf(token, page));
}

function blockOf(token: MarkedToken, page: string): HelpBlock[] {
  const inline = (tokens: readonly Token[] | undefined) => inlineOf(tokens ?? [], page);
  switch (token.type) {
    case 'space':
    case 'html':
      return [];
    case 'heading': {
      const children = inline(token.tokens);
      return [{ kind: 'heading', level: token.depth, id: anchorOf(plainText(children)), children }];
    }
    case 'paragraph':
    case 'text':
      return [
        { kind: 'paragraph', children: inline(token.tokens ?? [{ ...token, type: 'text' }]) },
      ];
    case 'code':
      return [{ kind: 'code', text: token.text }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf(token.tokens, page) }];
    case 'list':
      return [
        {
          kind: 'list',
          ordered: token.ordered,
          items: token.items.map((item) => blocksOf(item.tokens, page)),
        },
      ];
    case 'table':
      return [
        {
          kind: 'table',
          header: token.header.map((cell) => inline(cell.tokens)),
          rows: token.rows.map((row) => row.map((cell) => inline(cell.tokens))),
        },
      ];
    default:
      throw new Error(`docs/${page}.md has a ${token.type}, which the help cannot show`);
  }
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Undoes the lexer's HTML escaping. */
function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);
}

function inlineOf(tokens: readonly Token[], page: string): HelpInline[] {
  return (tokens as MarkedToken[]).flatMap((token): HelpInline[] => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return [{ kind: 'text', text: unescaped(token.text) }];
      case 'codespan':
        return [{ kind: 'code', text: unescaped(token.text) }];
      case 'strong':
      case 'em':
        return [{ kind: token.type, children: inlineOf(token.tokens, page) }];
      case 'link':
        return [
          {
            kind: 'link',
            topic: topicOf(token.href, page),
            children: inlineOf(token.tokens, page),
          },
        ];
      case 'br':
        return [{ kind: 'text', text: ' ' }];
      case 'html':
        return token.text.startsWith('<br') ? [{ kind: 'text', text: ' ' }] : [];
      case 'image':
        return [];
      default:
        throw new Error(`docs/${page}.md has a ${token.type}, which the help cannot show`);
    }
  });
}

const moduleName = 'virtual:help-pages';

/** Reads `docs/` for the help during the build of the renderer. */
export function helpPagesPlugin(docs: URL): Plugin {
  return {
    name: 'wirebench-help-pages',
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : null),
    load: (id) => {
      if (id !== `\0${moduleName}`) return null;
      const pages = helpFiles.map((name) =>
        readHelpPage(name, readFileSync(new URL(`${name}.md`, docs), 'utf8')),
      );
      return `export const helpPages = ${JSON.stringify(pages)};`;
    },
  };
}
