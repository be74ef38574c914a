/** Text that is markup already. Only {@link html} makes it, so everything else gets escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | readonly Part[];

/** Markup from a template; what is filled in is escaped unless it is markup itself. Null is nothing. */
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
/** Control characters that no HTML may hold, and halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is there to find
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu;

function escapeText(text: string): string {
  return text.replaceAll(forbidden, '\uFFFD').replaceAll(/[&<>"']/g, (c) => entities[c] ?? c);
}
