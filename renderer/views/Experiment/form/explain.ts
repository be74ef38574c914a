import type { Path } from '../../../../contracts/experiment/path.ts';
import { settingAt } from '../../../../contracts/experiment/settings.ts';

/** Explanation of a setting, as in the file format. */
export interface Explanation {
  readonly text: string;
  /** Its values; null if the control shows all of them. */
  readonly unit: string | null;
  /** Its glossary term; null if it has none. */
  readonly term: string | null;
}

const kinds = {
  duration: 'a duration such as 500ms, 10s, 3m or 1h20m; a number alone is seconds',
  share: 'a share such as 5%',
};

/** @param model of the open load; the meaning of some settings depends on it. */
export function explain(path: Path, model: unknown): Explanation | null {
  const name = path.join('.');
  const found = settingAt(name, model);
  if (!found) return null;
  const { doc, kind, unit = kind && kinds[kind], term } = found;
  const text = name === 'load.model' ? modelText(found.model === model ? doc : '') : doc;
  return { text, unit: unit ?? null, term: term ?? null };
}

/** For an unknown model, only the meaning of a load. */
function modelText(own: string): string {
  return `${settingAt('load')?.doc ?? ''} ${own}`.trim();
}
