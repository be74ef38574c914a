import type { Report, ReportData } from '../../contracts/report.ts';
import { blockAnchor } from '../data/reportBlocks.ts';
import { FigureView } from './FigureView.tsx';
import { numberedFigures } from './numbered.ts';
import { Text } from './Text.tsx';

/** A report as a page: the same in a file, in the window's preview and on paper. */
export function ReportPage({ report, data }: { report: Report; data: ReportData }) {
  const blocks = numberedFigures(report, data);
  return (
    <main>
      <header>
        <h1>{report.title}</h1>
        {report.subtitle !== '' && <p className="subtitle">{report.subtitle}</p>}
        {report.authors !== '' && <p className="authors">{report.authors}</p>}
      </header>
      <div className="blocks">
        {blocks.map((block) =>
          block.kind === 'text' ? (
            <Text key={block.block.id} id={blockAnchor(block.block.id)} text={block.block.text} />
          ) : (
            <FigureView key={block.figure.block.id} figure={block.figure} />
          ),
        )}
      </div>
    </main>
  );
}
