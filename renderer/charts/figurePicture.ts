import type { FigureState } from './figure.ts';
import type { Picture } from './picture.ts';

/** Title of the time axis in saved pictures; on screen, the clock format is enough. */
const timeWords = 'time in minutes and seconds from the start of the trial';

/** The picture of a figure, with its reader's choices. */
export function pictureOf(figure: FigureState, titled: boolean): Picture {
  const { title, unit, better, hidden, log, legend, draw, dense = false } = figure;
  const from = [figure.origin, figure.provenance].filter((words) => words !== '').join(' · ');
  return {
    title,
    summary: figure.summary,
    subtitle: [dense && unit, titled && better && `${better} is better`, dense && timeWords]
      .filter((words) => typeof words === 'string')
      .join(' · '),
    footnotes: [...(figure.footnotes ?? []), from],
    minPlot: figure.minPlot ?? 0,
    legend: legend.length > 1 ? legend.filter(({ key }) => !hidden.has(key)) : [],
    draw: (width, height) => draw({ width, height, hidden, log, print: true }),
  };
}
