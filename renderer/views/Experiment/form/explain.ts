import type { Path } from '../../../../contracts/experiment/path.ts';
import { settingAt } from '../../../../contracts/experiment/settings.ts';

/** What a setting means, in the words of the file format. */
export interface Explanation {
  readonly text: string;
  /** What its values are; null where the control shows all of them. */
  readonly unit: string | null;
  /** Its term in the glossary of the help; null where it has none. */
  readonly term: string | null;
}

const kinds = {
  duration: 'a duration such as 500ms, 10s, 3m or 1h20m; a number alone is seconds',
  share: 'a share such as 5%',
};

/** @param model of the load that is open; some settings mean different things in different ones. */
export function explain(path: Path, model: unknown): Explanation | null {
  const name = path.join('.');
  const found = settingAt(name, model);
  if (!found) return null;
  const { doc, kind, unit = kind && kinds[kind], term } = found;
  const text = name === 'load.model' ? modelText(found.model === model ? doc : '') : doc;
  return { text, unit: unit ?? null, term: term ?? null };
}

/** Of a model that there is none of, only what a load is. */
function modelText(own: string): string {
  return `${settingAt('load')?.doc ?? ''} ${own}`.trim();
}
