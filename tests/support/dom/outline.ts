import { createHash } from 'node:crypto';

/**
 * What a part of the window says, as text: headings, rows, links with their targets, controls with their state, and
 * charts with their words and a digest of what is drawn, so that one comparison covers all of it.
 */

const blocks = new Set(
  'ARTICLE ASIDE DETAILS DIALOG DL FIELDSET FIGCAPTION FIGURE FORM FOOTER H1 H2 H3 H4 H5 H6 HEADER LABEL LEGEND LI MAIN NAV OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);
const skipped = new Set('SCRIPT STYLE TITLE NOSCRIPT'.split(' '));

/** States of an element that a user can perceive, in the order in which they are written. */
const states = [
  'aria-sort',
  'aria-current',
  'aria-pressed',
  'aria-selected',
  'aria-checked',
  'aria-expanded',
  'aria-disabled',
  'aria-invalid',
  'aria-busy',
  'data-tone',
  'data-status',
  'data-selected',
  'data-changed',
  'data-kind',
  'data-level',
  'data-side',
  'data-state',
  'data-mark',
];

/** Attributes that say where and how something is drawn. */
const drawn =
  /^(?:d|x|y|x1|x2|y1|y2|cx|cy|r|rx|width|height|points|transform|fill|stroke|stroke-width|stroke-dasharray|opacity|text-anchor|class|data-.*)$/;

const isIcon = (element: Element) => /tabler-icon/.test(element.getAttribute('class') ?? '');

const round = (text: string) =>
  text.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));

/** A digest of everything drawn in an SVG: a change of any mark changes it. */
function digest(svg: Element): string {
  const hash = createHash('sha256');
  for (const element of [svg, ...svg.querySelectorAll('*')]) {
    hash.update(element.tagName);
    for (const { name, value } of element.attributes) {
      if (drawn.test(name) && !/^url\(#/.test(value)) hash.update(` ${name}=${round(value)}`);
    }
  }
  return hash.digest('hex').slice(0, 6);
}

function chart(svg: Element): string {
  const texts = [...svg.querySelectorAll('text')].map((text) => text.textContent);
  const labels = [...svg.querySelectorAll('[aria-label]')].map((part) =>
    part.getAttribute('aria-label'),
  );
  const words = [svg.getAttribute('aria-label') ?? '', texts.join(' '), ...labels];
  return `{${words.filter(Boolean).join(' | ')} #${digest(svg)}}`;
}

function icon(svg: Element): string {
  const name = /tabler-icon-([\w-]+)/.exec(svg.getAttribute('class') ?? '')?.[1];
  return name ? `‹${name}›` : '';
}

function statesOf(element: Element): string {
  const set = states.flatMap((name) => {
    const value = element.getAttribute(name);
    if (value === null || value === 'false') return [];
    const short = name.replace(/^(?:aria|data)-/, '');
    return value === 'true' || value === '' ? [short] : [`${short}:${value}`];
  });
  if (element.hasAttribute('disabled')) set.push('disabled');
  return set.length > 0 ? `(${set.join(' ')})` : '';
}

function nameOf(element: Element): string {
  const by = element.getAttribute('aria-labelledby');
  if (by)
    return by
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');
  const label = element.getAttribute('aria-label');
  if (label) return label;
  const { id } = element;
  const own = id === '' ? null : document.querySelector(`label[for="${id}"]`);
  return own?.textContent ?? element.closest('label')?.textContent ?? '';
}

function field(input: HTMLInputElement | HTMLTextAreaElement): string {
  const { type } = input;
  if (input instanceof HTMLInputElement && (type === 'checkbox' || type === 'radio')) {
    return `[${input.checked ? 'x' : ' '}]${nameOf(input)}${statesOf(input)}`;
  }
  return type === 'hidden' ? '' : `${nameOf(input)}=“${input.value}”${statesOf(input)}`;
}

/** The arrow of every list, which says nothing. */
const isChevron = (element: Element) => element.getAttribute('data-position') === 'right';

/** Whether it names a control, which is written with its name. */
function isName(element: Element): boolean {
  const { htmlFor, control } = element as HTMLLabelElement;
  return Boolean(htmlFor) && control !== null && !element.contains(control);
}

function isHidden(element: HTMLElement): boolean {
  return element.hidden === true || element.style?.display === 'none';
}

function describe(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || skipped.has(node.tagName)) return '';
  const tag = node.tagName.toUpperCase();
  if (tag === 'SVG') return isIcon(node) ? icon(node) : chart(node);
  if (isHidden(node as HTMLElement) || isChevron(node)) return '';
  if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) return field(node);
  if (tag === 'LABEL' && isName(node)) return '';
  const inner = [...node.childNodes].map(describe).join('');
  const title = node.getAttribute('title');
  const extra = statesOf(node) + (title && !inner.includes(title) ? `“${title}”` : '');
  const label = node.getAttribute('aria-label');
  if (tag === 'BUTTON') return ` <${label ?? inner.trim()}>${extra} `;
  if (tag === 'A') return `[${inner.trim()}](${node.getAttribute('href')})${extra}`;
  if (tag === 'TD' || tag === 'TH') return `${extra}${inner} | `;
  if (/^H[1-6]$/.test(tag)) return `\n${'#'.repeat(Number(tag[1]))} ${inner}${extra}\n`;
  const named = label ? `${label}: ` : '';
  if (blocks.has(tag)) return `\n${named}${extra}${inner}\n`;
  if (tag === 'DIV' || tag === 'DT' || tag === 'DD') return `\0${named}${extra}${inner}\0`;
  return `${named}${extra}${inner}`;
}

/** The text of an element, without lines that are empty. */
export function outline(element: Element): string {
  return describe(element)
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?(?:\0 ?)+/g, ' ¦ ')
        .replaceAll(/^[ ¦]+|[ ¦|]+$/g, ''),
    )
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, 'ID')
    .replaceAll(/\d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d/g, 'TIME')
    .replaceAll(/\bjust now|\b\d+ (?:s|min|hr|days?|months?|years?) ago/g, 'AGO');
}
