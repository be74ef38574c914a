import { TextInput } from '@mantine/core';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { clientKinds, protocols, tlsLevels } from '../../../../contracts/words.ts';
import {
  namedShapes,
  parseShape,
  shapeNames,
} from '../../../../contracts/workloads/product-shapes.ts';
import { protocolStyle } from '../../../app/protocols.ts';
import { formatCount } from '../../../components/format.ts';
import { ProtocolMarker } from '../../../components/ProtocolMarker.tsx';
import type { ControlProps } from './FieldRow.tsx';
import { levelsOf } from './levels.ts';
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

/** Characters in short: `361`, `2 M`. */
function lengthOf(characters: number): string {
  return characters >= 1_000_000 && characters % 100_000 === 0
    ? `${characters / 1_000_000} M`
    : formatCount(characters);
}

function shapeOption(name: string): ChipOption {
  const shape = parseShape(name);
  if (!shape) return { value: name, label: name, note: 'unknown' };
  const named = Object.hasOwn(namedShapes, name);
  const label = named ? name.charAt(0).toUpperCase() + name.slice(1) : shape.operation;
  const what = named ? `${shape.operation} ` : '';
  return { value: name, label, note: `${what}${lengthOf(shape.length)}` };
}

/** The named shapes, the custom ones of the file, and a place to add more. */
export function ShapeControl(props: ControlProps) {
  const chosen = levelsOf(props.field.value);
  const custom = chosen.filter((name) => !shapeNames.some((one) => one === name));
  return (
    <Chips {...props} options={[...shapeNames, ...custom].map(shapeOption)}>
      <CustomShape
        disabled={props.field.disabled}
        onAdd={(name) => {
          if (!chosen.includes(name)) props.field.set([...chosen, name]);
        }}
      />
    </Chips>
  );
}

function CustomShape({ disabled, onAdd }: { disabled: boolean; onAdd: (name: string) => void }) {
  const [draft, setDraft] = useState('');
  const name = /^\d+$/.test(draft.trim()) ? `echo:${draft.trim()}` : draft.trim();
  const wrong =
    draft !== '' && !parseShape(name) && !'modify:'.startsWith(name) && !'echo:'.startsWith(name);
  const add = () => {
    if (name === '' || !parseShape(name)) return;
    onAdd(name);
    setDraft('');
  };
  return (
    <TextInput
      w={104}
      aria-label="Add a shape of your own, such as echo:5000"
      placeholder="echo:5000 ↵"
      disabled={disabled}
      error={wrong}
      value={draft}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={add}
      onKeyDown={({ key }) => {
        if (key === 'Enter') add();
      }}
    />
  );
}
