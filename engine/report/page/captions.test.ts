import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DrawnFigure, Report } from '../../../contracts/report.ts';
import { escapeLatex, latexCaptions, markdownCaptions } from './captions.ts';

const figure: DrawnFigure = {
  blockId: 'a',
  stem: 'figure-01-throughput-small',
  label: 'Figure 1',
  caption: 'Throughput of 50 % <b>more</b> & [x](y) for $5 #1_a',
  svg: '<svg/>',
  csv: '',
  text: null,
};
const report = { title: '*Mine*' } as Report;

describe('the captions of a folder', () => {
  it('are Markdown with their files', () => {
    const text = markdownCaptions(report, [figure]);
    expect(text).toContain('# \\*Mine\\*\n');
    expect(text).toContain('\\<b\\>more\\</b\\> \\& \\[x\\](y)');
    expect(text).toContain('`figure-01-throughput-small.svg`, `figure-01-throughput-small.csv`');
  });

  it('are LaTeX floats, a table without a picture', () => {
    const text = latexCaptions([figure, { ...figure, stem: 'table-01-trials', svg: null }]);
    expect(text).toContain('\\includegraphics{figure-01-throughput-small.pdf}');
    expect(text).toContain('50 \\% \\textless{}b\\textgreater{}more');
    expect(text).toContain('for \\$5 \\#1\\_a}');
    expect(text).toContain('\\begin{table}\n  \\centering\n  % table-01-trials.csv\n');
  });

  it('never let a caption be a command or end its argument', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'\\{}$&%#_^~ab<>"|\n') });
    fc.assert(
      fc.property(signs, (text) => {
        // Without the commands written here, no special character remains.
        const rest = escapeLatex(text)
          .replaceAll(/\\text(?:backslash|asciicircum|asciitilde|less|greater|bar)\{\}/g, '')
          .replaceAll(/\\[{}$&%#_]/g, '');
        expect(rest).not.toMatch(/[\\{}$&%#_^~\n]/);
      }),
    );
  });
});
