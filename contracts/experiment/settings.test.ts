import { describe, expect, it } from 'vitest';
import { factsOf } from './setting.ts';
import { choiceWords, schemaKeys, settings } from './settings.ts';

describe('the settings of the experiment file', () => {
  it('are all described, next to their schema', () => {
    const undescribed = schemaKeys.filter(({ schema }) => !factsOf(schema));
    expect(undescribed.map(({ path }) => path)).toEqual([]);
    expect(settings).toHaveLength(schemaKeys.length);
  });

  it('are described in sentences, and each mapping only once', () => {
    expect(settings.filter(({ doc }) => !/^[A-Z].*\.$|^[a-zA-Z-]+: .*\.$/.test(doc))).toEqual([]);
    const places = settings.map(({ path, model }) => `${path} ${model}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it.each(settings.filter(({ choices, path }) => choices && path !== 'load.model'))(
    'name every choice and no other: $path',
    ({ choices = {}, schema }) => {
      expect(Object.keys(choices).sort()).toEqual(choiceWords(schema).sort());
    },
  );

  it.each(settings.filter(({ kind }) => kind))(
    'have the values of their kind: $path',
    (setting) => {
      const text = setting.kind === 'share' ? '7%' : '7s';
      expect(setting.schema.parse(text)).toBe(setting.kind === 'share' ? 0.07 : 7000);
      expect(setting.schema.safeParse('seven').success).toBe(false);
      expect(setting.range).toBeNull();
    },
  );
});
