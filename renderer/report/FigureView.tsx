import { useState } from 'react';
import { LegendEntries } from '../charts/LegendEntries.tsx';
import { figureNames } from '../data/figureNames.ts';
import { blockAnchor } from '../data/reportBlocks.ts';
import { figureCsv } from '../data/table.ts';
import type { ChartModel } from './model.ts';
import { chartSize, type NumberedFigure } from './numbered.ts';
import { TableView } from './TableView.tsx';

/** Rows of a table that is never divided between pages. */
const wholeRows = 30;

/** A figure, table or listing of the page with its caption. */
export function FigureView({ figure }: { figure: NumberedFigure }) {
  const { model, missing, label, caption, width } = figure;
  if (model === null) {
    return (
      <figure className="page missing" id={blockAnchor(figure.block.id)}>
        <p>
          <b>{figureNames[figure.block.figure.type]}.</b> {missing}
        </p>
      </figure>
    );
  }
  const text = (
    <figcaption>
      <b>{label}.</b> {caption}
    </figcaption>
  );
  return (
    <figure
      className={`${width} ${model.kind}`}
      data-short={(model.table?.rows.length ?? 0) <= wholeRows || undefined}
      id={blockAnchor(figure.block.id)}
    >
      {model.kind !== 'figure' && text}
      {model.chart && <Chart figure={figure} chart={model.chart} />}
      {model.kind === 'table' && model.table && (
        <TableView table={model.table} shown={model.shown} />
      )}
      {model.text && <pre>{model.text.content}</pre>}
      {model.kind === 'figure' && text}
      <Data figure={figure} />
    </figure>
  );
}

/** Figures define which of their axes are logarithmic. */
const linear: ReadonlySet<string> = new Set();

function Chart({ figure, chart }: { figure: NumberedFigure; chart: ChartModel }) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { width, height } = chartSize(figure, chart);
  const toggle = (key: string) =>
    setHidden((old) => {
      const next = new Set(old);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <>
      {chart.legend.length > 1 && (
        <div className="legend">
          <LegendEntries items={chart.legend} hidden={hidden} onToggle={toggle} />
        </div>
      )}
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={chart.summary}>
        {chart.draw({ width, height, hidden, log: linear, print: true })}
      </svg>
    </>
  );
}

/** The values of a chart, to read or save. */
function Data({ figure: { model, stem } }: { figure: NumberedFigure }) {
  const table = model?.table;
  if (!model || !table) return null;
  const save = (
    <button
      type="button"
      className="save"
      onClick={() => saveText(`${stem}.csv`, figureCsv(table))}
    >
      Save CSV
    </button>
  );
  if (model.kind !== 'figure') return <div className="data">{save}</div>;
  return (
    <details className="data">
      <summary>Data</summary>
      <TableView table={table} />
      {save}
    </details>
  );
}

/** Downloads text from a standalone page. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has to start before its address is revoked.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
