import {
  bareSchema,
  choiceWords,
  type Setting,
  settingsIn,
} from '../../contracts/experiment/settings.ts';
import { protocolsWhere } from '../../contracts/protocols.ts';
import { shortDigits } from '../../metrics/format.ts';
import { markdownTable } from '../../metrics/markdown.ts';
import { replaceBetween } from './page-parts.ts';

/** A protocol whose service has all possible keys. */
const described = protocolsWhere(({ custom }) => custom === 'message')[0];

/** The tables of docs/experiment-file.md, each between markers with its name. */
const tables: Readonly<Record<string, () => Setting[]>> = {
  keys: () => settingsIn(''),
  service: () => settingsIn(`service.${described}`),
  auth: () => settingsIn(`service.${described}.auth`),
  basic: () => settingsIn(`service.${described}.auth.basic`),
  key: () => settingsIn(`service.${described}.auth.api-key`),
  security: () => settingsIn(`service.${described}.auth.ws-security`),
  oauth: () => settingsIn(`service.${described}.auth.oauth`),
  tls: () => settingsIn(`service.${described}.tls`),
  factors: () => settingsIn('factors'),
  closed: () => ofModel('closed'),
  open: () => ofModel('open'),
  ramp: () => ofModel('ramp').filter(isOfModelAlone),
  steps: () => ofModel('steps').filter(isOfModelAlone),
  stages: () => [
    ...ofModel('stages').filter(isOfModelAlone),
    ...settingsIn('load.stages.items', 'stages'),
  ],
  search: () => ofModel('search').filter(isOfModelAlone),
  plan: () => ofModel('plan'),
  unit: () => ofModel('ramp').filter((one) => !isOfModelAlone(one)),
  target: () => settingsIn('target'),
  start: () => settingsIn('target.start'),
  ready: () => settingsIn('target.start.ready'),
  watch: () => settingsIn('target.watch'),
  database: () => settingsIn('database'),
  energy: () => settingsIn('energy'),
};

function ofModel(model: string): Setting[] {
  return settingsIn('load', model).filter(({ path }) => path !== 'load.model');
}

/** Keys of a unit of levels are the same in every model, and have a separate table. */
function isOfModelAlone({ goesWith }: Setting): boolean {
  return goesWith !== 'users' && goesWith !== 'rate';
}

/** @returns the page with current tables. @throws RangeError when it lacks one. */
export function withSettingTables(page: string): string {
  return Object.entries(tables).reduce((text, [name, settings]) => {
    const markers = [`<!-- settings: ${name} -->`, '<!-- settings end -->'] as const;
    return replaceBetween(text, markers, tableOf(settings()));
  }, page);
}

function tableOf(settings: readonly Setting[]): string {
  const rows = settings.map((setting) => [
    `\`${keyOf(setting)}\``,
    valuesOf(setting),
    defaultOf(setting),
    meaningOf(setting),
  ]);
  return markdownTable(['key', 'value', 'default', 'meaning'], rows);
}

function keyOf({ path }: Setting): string {
  return path.startsWith('load.stages.items')
    ? `stages[].${path.split('.').at(-1)}`
    : (path.split('.').at(-1) ?? '');
}

const words = (list: readonly string[]) => list.map((word) => `\`${word}\``).join(', ');
const digits = (value: number) => shortDigits(value, 3);

/** Values from the description, or else from the schema. */
function valuesOf({ values, kind, schema, range, isMapping }: Setting): string {
  if (values !== undefined) return values;
  if (kind === 'duration') return '[duration](#durations)';
  if (kind === 'share') return 'share such as `2%`';
  const known = words(choiceWords(schema));
  if (range !== null) {
    return `${known === '' ? '' : `${known}, or `}${digits(range.min)} to ${digits(range.max)}`;
  }
  if (known !== '') return known;
  const { maxLength } = bareSchema(schema).meta() ?? {};
  if (typeof maxLength === 'number') return `text, at most ${digits(maxLength)} characters`;
  return isMapping ? 'mapping' : 'text';
}

function defaultOf({ byDefault, fallback }: Setting): string {
  if (byDefault !== undefined) return byDefault;
  if (fallback === undefined) return 'required';
  if (fallback === '') return 'none';
  const text =
    typeof fallback === 'object' ? JSON.stringify(fallback).replaceAll('"', '') : fallback;
  return `\`${text}\``;
}

function meaningOf(setting: Setting): string {
  const { doc, see, goesWith, model } = setting;
  const isOfUnit = model !== 'closed' && model !== 'open' && !isOfModelAlone(setting);
  const only = isOfUnit ? ` Goes with \`of: ${goesWith}\`.` : '';
  const link = see === undefined ? '' : ` See [${see.replaceAll('-', ' ')}](#${see}).`;
  return `${doc}${only}${link}`.replace(/[|~<]/g, '\\$&');
}
