import { flushSync } from 'react-dom';
import { expect, it } from 'vitest';
import { answering, shown } from '../../../../tests/support/dom/answering.tsx';
import { experiment, useExperiment } from '../../../document/experimentStore.ts';
import { field } from '../../../document/fields.ts';
import { type FieldState, SourceProvider, useField } from './SourceContext.tsx';

const problem = { line: 1, column: 1, path: 'load.thinkTime', message: 'No.' };
const names = ['service.rest.tls.verify', 'factors.users', 'text', 'load.thinkTime', 'seed'];

/** The settings as a form has them, by their names. */
function openForm() {
  answering({});
  const seen: Record<string, FieldState> = {};
  const One = ({ name }: { name: string }) => {
    seen[name] = useField(field(name));
    return null;
  };
  shown(
    <SourceProvider problems={[problem]}>
      {names.map((name) => (
        <One key={name} name={name} />
      ))}
    </SourceProvider>,
  );
  return {
    seen,
    /** Value of each with this text, and whether the file sets it. */
    valuesOf: (text: string) => {
      flushSync(() => experiment.write(text));
      return names.map((name) => [seen[name]?.value, seen[name]?.isSet]);
    },
  };
}

it('a setting has its value in the file, whatever it is, or else its default', () => {
  const { seen, valuesOf } = openForm();
  const absent = [
    [true, false],
    [[10], false],
    ['ascii', false],
    ['0ms', false],
    [1, false],
  ];
  expect(valuesOf('name: A\n')).toEqual(absent);
  const written = (value: string) =>
    `service: {rest: {tls: {verify: ${value}}}}\nfactors: {users: ${value}}\ntext: ${value}\nload: {thinkTime: ${value}}\nseed: ${value}\n`;
  for (const [text, value] of [
    ['false', false],
    ['0', 0],
    ['""', ''],
    ['[]', []],
    ['7', 7],
  ] as const) {
    expect(valuesOf(written(text))).toEqual(names.map(() => [value, true]));
  }
  // Nothing is no value, but the key is there to be removed.
  expect(valuesOf(written('null'))).toEqual(absent.map(([value]) => [value, true]));
  expect(names.map((name) => seen[name]?.problems)).toEqual([[], [], [], [problem], []]);
  expect(names.map((name) => seen[name]?.disabled)).toEqual(names.map(() => false));
  const last = valuesOf(written('0'));
  expect(valuesOf('a: [')).toEqual(last);
  expect(names.map((name) => seen[name]?.disabled)).toEqual(names.map(() => true));
});

it('a setting is written into the file, and removed from it', () => {
  const { seen, valuesOf } = openForm();
  valuesOf('name: A\n');
  flushSync(() => seen.text?.set(''));
  expect(useExperiment.getState().text).toBe('name: A\ntext: ""\n');
  expect(seen.text).toMatchObject({ value: '', isSet: true });
  flushSync(() => seen.text?.reset());
  expect(useExperiment.getState().text).toBe('name: A\n');
  expect(seen.text).toMatchObject({ value: 'ascii', isSet: false });
});
