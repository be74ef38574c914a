import { TextInput } from '@mantine/core';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { clientKinds, protocols, tlsLevels } from '../../../../contracts/words.ts';
import type { WorkloadContract } from '../../../../contracts/workloads/workload.ts';
import { protocolStyle } from '../../../app/protocols.ts';
import { ProtocolMarker } from '../../../components/ProtocolMarker.tsx';
import type { ControlProps } from './FieldRow.tsx';
import { fields } from './fields.ts';
import { levelsOf } from './levels.ts';
import { useField } from './SourceContext.tsx';
import { readDraft, shapeExample, shapeOptions, workloadNamed } from './shapeOptions.ts';
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

function Chips({ field, labelId, options, children }: ChipsProps) {
  return (
    <ToggleChips
      labelId={labelId}
      options={options}
      chosen={levelsOf(field.value)}
      disabled={field.disabled}
      onChange={field.set}
    >
      {children}
    </ToggleChips>
  );
}

export function ProtocolControl(props: ControlProps) {
  return <Chips {...props} options={protocolOptions} />;
}

const tlsOptions = tlsLevels.map((level) => ({
  value: level,
  label: { off: 'Off', on: 'On', 'tls1.2': 'TLS 1.2', 'tls1.3': 'TLS 1.3', mtls: 'Mutual' }[level],
}));

export function TlsControl(props: ControlProps) {
  return <Chips {...props} options={tlsOptions} />;
}

const clientOptions = clientKinds.map((kind) => ({
  value: kind,
  label: { raw: 'Raw', library: 'Library' }[kind],
  note: { raw: 'lean driver', library: 'axios, soap, grpc-js' }[kind],
}));

export function ClientControl(props: ControlProps) {
  return <Chips {...props} options={clientOptions} />;
}

/** The named shapes of the workload (its use cases under load `plan`), the custom ones of the file, and a place to add more. */
export function ShapeControl(props: ControlProps) {
  const workload = workloadNamed(useField(fields.workload).value);
  const isPlan = useField(fields.model).value === 'plan';
  const chosen = levelsOf(props.field.value);
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
      aria-label={`Add a shape of your own, such as ${example}`}
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
