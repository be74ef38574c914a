import { TagsInput, TextInput } from '@mantine/core';
import { type CSSProperties, type ReactNode, useState } from 'react';
import type { Choice } from '../../../../contracts/experiment/setting.ts';
import { protocols } from '../../../../contracts/words.ts';
import type { WorkloadContract } from '../../../../workloads/workload.ts';
import { ProtocolMarker } from '../../../components/ProtocolMarker.tsx';
import { choicesOf, field } from '../../../document/fields.ts';
import { levelName, levelTexts } from '../../../document/levels.ts';
import { serversIn } from '../../../document/ownServers.ts';
import { workloadInFile } from '../../../document/workload.ts';
import { protocolStyle } from '../../../look/protocols.ts';
import type { ControlProps } from './FieldRow.tsx';
import { useField, useSource } from './SourceContext.tsx';
import { readDraft, shapeExample, shapeOptions } from './shapeOptions.ts';
import { type ChipOption, ToggleChips } from './ToggleChips.tsx';

const protocolOptions: ChipOption[] = protocols.map((protocol) => {
  const { label, color, softColor, textColor } = protocolStyle(protocol);
  const style = {
    '--chip-line': color,
    '--chip-soft': softColor,
    '--chip-text': textColor,
  } as CSSProperties;
  return {
    value: protocol,
    style,
    label: (
      <>
        <ProtocolMarker protocol={protocol} />
        {label}
      </>
    ),
  };
});

interface ChipsProps extends ControlProps {
  readonly options: readonly ChipOption[];
  readonly children?: ReactNode;
}

/** The levels of a factor, or its defaults. */
function Chips({ field, labelId, options, children }: ChipsProps) {
  return (
    <ToggleChips
      labelId={labelId}
      options={options}
      chosen={levelTexts(field.value)}
      disabled={field.disabled}
      onChange={field.set}
    >
      {children}
    </ToggleChips>
  );
}

interface KnownLevel extends Choice {
  readonly value: string;
  /** Its value in the file, if that is more than the word. */
  readonly raw?: unknown;
}

/**
 * A factor of a few known levels; others in the file, such as values for each protocol, stay and can be
 * removed. The last level takes the factor out of the file.
 */
export function ChipsControl(props: ControlProps & { readonly options: readonly KnownLevel[] }) {
  const { field: state, labelId, options } = props;
  const listed = [state.value].flat().filter((level) => level !== '' && level !== undefined);
  const found = new Map(listed.map((level) => [levelName(level), level]));
  const others = [...found.keys()].filter((name) => !options.some(({ value }) => value === name));
  const rawOf = (name: string) =>
    found.get(name) ?? options.find(({ value }) => value === name)?.raw ?? name;
  return (
    <ToggleChips
      labelId={labelId}
      options={[
        ...options.map(({ value, label, help }) => ({ value, label, note: help })),
        ...others.map((name) => ({ value: name, label: name })),
      ]}
      chosen={[...found.keys()]}
      disabled={state.disabled}
      onChange={(names) => (names.length > 0 ? state.set(names.map(rawOf)) : state.reset())}
    />
  );
}

/** Ways to share connections; iterations apply only to plans. */
export function ConnectionLevels(props: ControlProps) {
  const isPlan = useField(field('load.model')).value === 'plan';
  const ways = choicesOf(field('factors.connections'));
  const options = ways.filter(({ value }) => isPlan || value !== 'per-iteration');
  const shared = { value: 'shared 4', label: 'Shared by 4', raw: { shared: 4 } };
  return <ChipsControl {...props} options={[...options, shared]} />;
}

export function ProtocolControl(props: ControlProps) {
  return <Chips {...props} options={protocolOptions} />;
}

/** The servers that the target names. */
export function ServerLevels(props: ControlProps) {
  const servers = serversIn(useSource().data);
  const options = servers.flatMap(({ name }) => (name ? [{ value: name, label: name }] : []));
  return <ChipsControl {...props} options={options} />;
}

/** The named shapes of the workload (its use cases under load `plan`), the custom ones of the file, and a field to add more. */
export function ShapeControl(props: ControlProps) {
  const workload = workloadInFile(useSource().data);
  const isPlan = useField(field('load.model')).value === 'plan';
  const chosen = levelTexts(props.field.value);
  const example = shapeExample(workload, isPlan);
  return (
    <Chips {...props} options={shapeOptions(workload, chosen, isPlan)}>
      {example !== undefined && (
        <CustomShape
          workload={workload}
          isPlan={isPlan}
          example={example}
          disabled={props.field.disabled}
          onAdd={(name) => {
            if (!chosen.includes(name)) props.field.set([...chosen, name]);
          }}
        />
      )}
    </Chips>
  );
}

interface CustomShapeProps {
  readonly workload: WorkloadContract;
  readonly isPlan: boolean;
  readonly example: string;
  readonly disabled: boolean;
  onAdd(name: string): void;
}

function CustomShape({ workload, isPlan, example, disabled, onAdd }: CustomShapeProps) {
  const [draft, setDraft] = useState('');
  const { name, state } = readDraft(workload, draft, isPlan);
  const add = () => {
    if (state !== 'complete') return;
    onAdd(name);
    setDraft('');
  };
  return (
    <TextInput
      w={Math.max(104, example.length * 8 + 24)}
      aria-label={`Add your own shape, such as ${example}`}
      placeholder={`${example} ↵`}
      disabled={disabled}
      error={state === 'wrong'}
      value={draft}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={add}
      onKeyDown={({ key }) => {
        if (key === 'Enter') add();
      }}
    />
  );
}

const defaultNetworks = ['none', '1ms', '10ms', '30ms', '30ms~5ms', '30ms@100Mbit', '0ms@1Gbit'];

/** Networks, typed one after another or picked from presets. */
export function NetworkControl({ field, inputId, invalid }: ControlProps) {
  return (
    <TagsInput
      id={inputId}
      w="100%"
      size="xs"
      splitChars={[',', ' ', ';']}
      placeholder={field.isSet ? '' : 'none; or 30ms, 30ms~5ms, 30ms@100Mbit'}
      data={defaultNetworks}
      disabled={field.disabled}
      error={invalid}
      value={field.isSet ? levelTexts(field.value) : []}
      onChange={(levels) => (levels.length > 0 ? field.set([...levels]) : field.reset())}
    />
  );
}
