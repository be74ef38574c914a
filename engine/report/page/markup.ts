/** Markup. Only {@link html} creates it, so everything else is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | readonly Part[];

/** Markup from a template; values are escaped unless they are markup. Null is empty. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const text = strings.reduce((done, string, at) => done + render(parts[at - 1] ?? null) + string);
  return new Markup(text);
}

function render(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return escapeText(String(part));
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Control characters that HTML does not allow, and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds exactly those
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu;

function escapeText(text: string): string {
  return text.replaceAll(forbidden, '\uFFFD').replaceAll(/[&<>"']/g, (c) => entities[c] ?? c);
}
