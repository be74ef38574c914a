import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../contracts/report.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { assemblePage, assemblePreview, scriptJson } from './assemble.ts';

const report: Report = {
  ...{ format: 'wirebench-report/1', title: '</title><script>alert(1)</script>', runIds: ['run'] },
  ...{ subtitle: '', authors: '' },
  blocks: [{ kind: 'text', id: 'a', text: '</script><script>alert(2)</script><!--' }],
};
const data = reportData([]);
const drawn = { body: '<main>drawn</main>', style: ':root{--a:b}', figures: [] };
const renderer = {
  script: 'const end = "</script>"; const comment = "<!--";',
  style: '@font-face{font-family:x;src:url(data:y)}p{color:red}',
};

describe('the page of a report', () => {
  const page = assemblePage(report, data, drawn, renderer);

  it('has only its two scripts, and allows its own by hash', () => {
    const scripts = [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts.map(([, attributes]) => attributes)).toEqual([
      ' type="application/json" id="report-data"',
      '',
    ]);
    const own = scripts[1]?.[2] ?? '';
    const hash = createHash('sha256').update(own).digest('base64');
    expect(page).toContain(`script-src &#39;sha256-${hash}&#39;`);
    expect(own).toBe('const end = "<\\/script>"; const comment = "<\\!--";');
    expect(JSON.parse(scripts[0]?.[2] ?? '')).toEqual({ report, data });
  });

  it('loads nothing and treats its title as text', () => {
    expect(page).toContain('default-src &#39;none&#39;');
    expect(page).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(1)');
  });

  it('comes as a preview without scripts, data and fonts', () => {
    const preview = assemblePreview(report, drawn, renderer);
    expect(preview).not.toMatch(/<script|@font-face|script-src/);
    expect(preview).toContain('<main>drawn</main>');
    expect(preview).toContain('p{color:red}');
  });
});

describe('a value within a script element', () => {
  it('cannot end it, and is read unchanged', () => {
    const pieces = fc.constantFrom('</script>', '<!--', ']]>', '\u2028', '&amp;', '"', '\\', 'x');
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const json = scriptJson({ text });
        expect(json).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });
});
