import type { DrawnFigure, Report } from '../../../contracts/report.ts';

/** The names of the files that belong to a figure. */
function filesOf(figure: DrawnFigure): string[] {
  const endings = [
    ...(figure.svg === null ? [] : ['svg']),
    ...(figure.csv === null ? [] : ['csv']),
    ...(figure.text === null ? [] : [figure.text.extension]),
  ];
  return endings.map((ending) => `${figure.stem}.${ending}`);
}

/** Captions as Markdown, with their files. */
export function markdownCaptions(report: Report, figures: readonly DrawnFigure[]): string {
  const entries = figures.map((figure) => {
    const files = filesOf(figure).map((name) => `\`${name}\``);
    return `## ${figure.label}\n\n${escapeMarkdown(figure.caption)}\n\n${files.join(', ')}\n`;
  });
  return `${[`# ${escapeMarkdown(report.title)}\n`, ...entries].join('\n')}`;
}

/** Characters that mean something in Markdown, HTML in it included. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|&]/g, (sign) => `\\${sign}`);
}

/** Captions as LaTeX: a float for each figure. */
export function latexCaptions(figures: readonly DrawnFigure[]): string {
  const head =
    '% Convert the pictures with: rsvg-convert -f pdf -o NAME.pdf NAME.svg\n% Needs \\usepackage{graphicx}.\n';
  return `${head}\n${figures.map(float).join('\n')}`;
}

function float({ stem, svg, caption }: DrawnFigure): string {
  const environment = svg === null ? 'table' : 'figure';
  const content = svg === null ? `  % ${stem}.csv` : `  \\includegraphics{${stem}.pdf}`;
  const label = svg === null ? `tab:${stem}` : `fig:${stem}`;
  return [
    `\\begin{${environment}}`,
    '  \\centering',
    content,
    `  \\caption{${escapeLatex(caption)}}`,
    `  \\label{${label}}`,
    `\\end{${environment}}`,
    '',
  ].join('\n');
}

const latex: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  '“': '``',
  '”': "''",
  '×': '$\\times$',
  µ: '\\textmu{}',
  '−': '$-$',
  '–': '--',
  '†': '\\dag{}',
};

/** Escapes text for LaTeX, so that nothing in it is a command. */
export function escapeLatex(text: string): string {
  return [...text.replaceAll(/\s+/g, ' ')].map((sign) => latex[sign] ?? sign).join('');
}
