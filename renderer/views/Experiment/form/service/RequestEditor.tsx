import { Checkbox } from '@mantine/core';
import { valueAt } from '../../../../../contracts/experiment/path.ts';
import type { Protocol } from '../../../../../contracts/words.ts';
import { mergeValue } from '../../../../document/edit.ts';
import { experiment, useExperiment } from '../../../../document/experimentStore.ts';
import { protocolStyle } from '../../../../look/protocols.ts';
import { problemsAt } from '../../problems.ts';
import { Problems } from '../FieldRow.tsx';
import { formPlace, newForm } from '../requests.ts';
import { useSource } from '../SourceContext.tsx';
import { AddButton, SourceLink, YamlField } from './parts.tsx';
import styles from './Service.module.css';

interface RequestEditorProps {
  readonly name: string;
  readonly protocol: Protocol;
}

/** One request as text: its form in a protocol, and the checks of its answer. */
export function RequestEditor({ name, protocol }: RequestEditorProps) {
  const { data, problems, syntaxError } = useSource();
  const path = ['service', 'requests', name];
  const request = valueAt(data, path);
  const disabled = syntaxError !== null;
  const { label } = protocolStyle(protocol);
  const place = formPlace(request, protocol);
  return (
    <div className={styles.request}>
      {place === null ? (
        <p className={styles.none}>
          {name} is not sent over {label}.{' '}
          <AddButton
            disabled={disabled}
            onClick={() => experiment.set([...path, protocol], newForm(protocol), { flow: false })}
          >
            Send it over {label}
          </AddButton>
        </p>
      ) : (
        <YamlField
          key={`${name} ${place}`}
          label={`Request over ${label}`}
          minRows={3}
          disabled={disabled}
          kind="mapping"
          expected="expected YAML, such as path: /orders/7"
          value={valueAt(request, [place])}
          onChange={(value) => {
            if (value !== undefined) merge([...path, place], value);
          }}
        />
      )}
      <YamlField
        key={`${name} checks`}
        label="Checks of its answers"
        placeholder="- {path: $.id, exists: true}"
        disabled={disabled}
        kind="list"
        expected="expected a list, such as - {path: $.id, exists: true}"
        value={valueAt(request, ['checks'])}
        onChange={(value) => {
          if (value === undefined) experiment.remove([...path, 'checks']);
          else experiment.set([...path, 'checks'], value, { flow: 'items' });
        }}
      />
      <Checkbox
        size="xs"
        label="Changes what the service holds"
        disabled={disabled}
        checked={valueAt(request, ['changes']) === true}
        onChange={({ currentTarget: { checked } }) => {
          if (checked) experiment.set([...path, 'changes'], true);
          else experiment.remove([...path, 'changes']);
        }}
      />
      <Problems problems={problemsAt(problems, path)} />
      <SourceLink path={path}>Everything else is in the source</SourceLink>
    </div>
  );
}

function merge(path: readonly string[], value: unknown): void {
  const { text } = useExperiment.getState();
  experiment.write(mergeValue(text, path, value), `set ${path.join('.')}`);
}
