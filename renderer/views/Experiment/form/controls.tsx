import {
  NumberInput,
  SegmentedControl,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { levelTexts, typedValue } from '../../../document/levels.ts';
import type { ControlProps } from './FieldRow.tsx';
import styles from './Form.module.css';

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A line of text; if emptied, the setting returns to its default. */
export function TextControl({ field, inputId, invalid }: ControlProps) {
  return (
    <TextInput
      id={inputId}
      w="100%"
      error={invalid}
      disabled={field.disabled}
      value={textOf(field.isSet ? field.value : '')}
      onChange={({ currentTarget: { value } }) => field.set(value)}
      onBlur={({ currentTarget: { value } }) => {
        if (value.trim() === '' && field.isSet) field.reset();
      }}
    />
  );
}

/** Some lines of text; the field grows with them. */
export function LongTextControl({ field, inputId, invalid }: ControlProps) {
  return (
    <Textarea
      id={inputId}
      w="100%"
      classNames={{ input: styles.longText ?? '' }}
      rows={2}
      error={invalid}
      disabled={field.disabled}
      placeholder="What this experiment investigates"
      value={textOf(field.value)}
      onChange={({ currentTarget: { value } }) => (value === '' ? field.reset() : field.set(value))}
    />
  );
}

/** A duration such as `5s`, with the default as placeholder. */
export function DurationControl({ field, inputId, invalid }: ControlProps) {
  return (
    <TextInput
      id={inputId}
      w={92}
      error={invalid}
      disabled={field.disabled}
      placeholder={field.isSet ? '' : textOf(field.value)}
      value={field.isSet ? textOf(field.value) : ''}
      onChange={({ currentTarget: { value } }) =>
        value === '' ? field.reset() : field.set(typedValue(value))
      }
    />
  );
}

interface NumberControlProps extends ControlProps {
  readonly min: number;
  readonly max: number;
  readonly width?: number;
}

/** A number; if emptied, the setting returns to its default. */
export function NumberControl({ field, inputId, invalid, min, max, ...rest }: NumberControlProps) {
  const numeric = field.isSet && (typeof field.value === 'number' || field.value === '');
  return (
    <NumberInput
      id={inputId}
      w={rest.width ?? 92}
      min={min}
      max={max}
      clampBehavior="none"
      thousandSeparator=","
      error={invalid}
      disabled={field.disabled}
      placeholder={textOf(field.value)}
      value={numeric ? (field.value as number | '') : ''}
      onChange={(value) => (value === '' ? field.reset() : field.set(value))}
    />
  );
}

interface ChoiceProps extends ControlProps {
  /** Of a list, in pixels. */
  readonly width?: number;
  readonly options: readonly { value: string; label: string }[];
}

/** One of a few. */
export function ChoiceControl({ field, labelId, options }: ChoiceProps) {
  const chosen = textOf(field.value);
  return (
    <SegmentedControl
      aria-labelledby={labelId}
      disabled={field.disabled}
      value={options.some(({ value }) => value === chosen) ? chosen : ''}
      onChange={field.set}
      data={options.map((option) => ({ ...option }))}
    />
  );
}

/** One of a list. */
export function SelectControl({ field, inputId, invalid, options, width = 150 }: ChoiceProps) {
  return (
    <Select
      id={inputId}
      w={width}
      allowDeselect={false}
      error={invalid}
      disabled={field.disabled}
      value={textOf(field.value)}
      onChange={(value) => {
        if (value !== null) field.set(value);
      }}
      data={options.map((option) => ({ ...option }))}
    />
  );
}

/** Any numbers, typed one after another. */
export function NumberLevelsControl({ field, inputId, invalid }: ControlProps) {
  const levels = levelTexts(field.value);
  return (
    <TagsInput
      id={inputId}
      w="100%"
      size="xs"
      splitChars={[',', ' ', ';']}
      error={invalid}
      disabled={field.disabled}
      placeholder={levels.length === 0 ? '10, 50, 100' : 'add'}
      value={levels}
      onChange={(next) => (next.length === 0 ? field.reset() : field.set(next.map(typedValue)))}
    />
  );
}
