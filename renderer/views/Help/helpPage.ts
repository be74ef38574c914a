/** A page of the documentation for the window, generated at build time. */
export interface HelpPage {
  /** As in `#/help/<id>`; the name of its file. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly HelpBlock[];
}

export type HelpBlock =
  | {
      readonly kind: 'heading';
      /** 2 and deeper; the title of the page is no block. */
      readonly level: number;
      /** Anchor within the page, as GitHub makes it. */
      readonly id: string;
      readonly children: readonly HelpInline[];
    }
  | { readonly kind: 'paragraph'; readonly children: readonly HelpInline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly HelpBlock[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly items: readonly (readonly HelpBlock[])[];
    }
  | {
      readonly kind: 'table';
      readonly header: readonly (readonly HelpInline[])[];
      readonly rows: readonly (readonly (readonly HelpInline[])[])[];
    };

export type HelpInline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly children: readonly HelpInline[] }
  | {
      readonly kind: 'link';
      /** A page of the help with an optional anchor (`measuring/throughput`), or null for external links. */
      readonly topic: string | null;
      readonly children: readonly HelpInline[];
    };

/** The text of inline parts, without formatting. */
export function plainText(parts: readonly HelpInline[]): string {
  return parts.map((part) => ('text' in part ? part.text : plainText(part.children))).join('');
}
