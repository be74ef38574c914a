/** Presentation properties that are written out, with the values that need no writing. */
const defaults: Readonly<Record<string, string>> = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linejoin': 'miter',
  'stroke-linecap': 'butt',
  opacity: '1',
};
const textDefaults: Readonly<Record<string, string>> = {
  'font-size': '',
  'font-weight': '400',
  'text-anchor': 'start',
};

const kept =
  /^(d|x|y|x1|x2|y1|y2|dx|dy|cx|cy|r|rx|ry|width|height|id|transform|clip-path|points|viewBox)$/;

/**
 * The content of a drawn SVG as markup that needs no style sheet: every colour, width and size is
 * resolved to what the browser shows now. The element must be in the document.
 */
export function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [...svg.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, index) => {
    const original = originals[index];
    if (original) resolve(original, element);
  });
  for (const useless of copy.querySelectorAll('title, desc')) useless.remove();
  for (const group of [...copy.querySelectorAll('g')].reverse()) {
    if (group.childElementCount === 0) group.remove();
  }
  const writer = new XMLSerializer();
  return [...copy.children]
    .map((child) => writer.serializeToString(child))
    .join('\n')
    .replaceAll(' xmlns="http://www.w3.org/2000/svg"', '');
}

/** Attributes that chart libraries leave on elements that do not have them. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  line: ['x', 'y', 'width', 'height'],
  text: ['width', 'height'],
  path: ['x', 'y', 'width', 'height'],
};

const painted = new Set(['path', 'rect', 'line', 'circle', 'text', 'tspan', 'polygon', 'polyline']);

function resolve(original: Element, copy: Element): void {
  for (const { name } of [...copy.attributes]) if (!kept.test(name)) copy.removeAttribute(name);
  const tag = original.tagName.toLowerCase();
  for (const name of foreign[tag] ?? []) copy.removeAttribute(name);
  if (!painted.has(tag)) return;
  const style = getComputedStyle(original);
  write(style, copy, defaults);
  if (tag === 'text' || tag === 'tspan') write(style, copy, textDefaults);
}

function write(
  style: CSSStyleDeclaration,
  copy: Element,
  properties: Readonly<Record<string, string>>,
): void {
  for (const [name, usual] of Object.entries(properties)) {
    const value = style.getPropertyValue(name);
    if (value !== '' && value !== usual) copy.setAttribute(name, value.replaceAll('"', ''));
  }
}
