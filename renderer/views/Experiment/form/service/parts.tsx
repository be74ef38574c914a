import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Path } from '../../../../../contracts/experiment/path.ts';
import { isSameData, placeInText } from '../../../../document/edit.ts';
import { useExperiment } from '../../../../document/experimentStore.ts';
import { readYaml, writeYaml } from '../../../../document/sampleText.ts';
import { useSource } from '../SourceContext.tsx';
import styles from './Service.module.css';

/** Parts of the forms for an own service. */

interface ActProps {
  readonly disabled: boolean;
  onClick(): void;
}

export function AddButton({ children, ...act }: ActProps & { readonly children: ReactNode }) {
  return (
    <Button variant="default" size="compact-xs" leftSection={<IconPlus size={13} />} {...act}>
      {children}
    </Button>
  );
}

interface IconProps extends ActProps {
  readonly label: string;
  readonly icon?: ReactNode;
}

/** A button that removes something, or does what its icon shows. */
export function IconButton({ label, icon, ...act }: IconProps) {
  return (
    <ActionIcon size={22} aria-label={label} {...act}>
      {icon ?? <IconX size={14} stroke={1.7} />}
    </ActionIcon>
  );
}

interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  readonly disabled: boolean;
  /** Whether the label is above the field. */
  readonly hasLabel?: boolean;
  /** @returns whether it was accepted: a name may be taken. */
  onRename(name: string): boolean;
}

/** A name that takes effect on blur or Enter, so that a partial name never does. */
export function NameField({ label, name, disabled, hasLabel, onRename }: NameFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const take = () => {
    const wanted = draft?.trim() ?? name;
    const taken = wanted === name || (wanted !== '' && onRename(wanted));
    setRefused(!taken);
    if (taken) setDraft(null);
  };
  return (
    <TextInput
      {...(hasLabel ? { label } : { 'aria-label': label })}
      w={150}
      disabled={disabled}
      error={refused ? 'this name is taken' : null}
      value={draft ?? name}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        setRefused(false);
      }}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
        if (key !== 'Escape') return;
        setDraft(null);
        setRefused(false);
      }}
    />
  );
}

interface YamlFieldProps {
  /** Label above the field, or only for assistive technology. */
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly placeholder?: string;
  readonly minRows?: number;
  readonly disabled: boolean;
  /** Undefined for none. */
  readonly value: unknown;
  readonly kind: 'mapping' | 'list';
  readonly expected: string;
  onChange(value: unknown): void;
}

/** A value of the file as YAML, shown as typed until something else changes it. */
export function YamlField({ value, kind, expected, onChange, ...rest }: YamlFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const said = draft === null ? null : readYaml(draft, kind);
  const isCurrent = draft !== null && (said === null || isSameData(said.value, value));
  return (
    <Textarea
      {...rest}
      classNames={{ root: styles.yaml ?? '', input: styles.yamlText ?? '' }}
      autosize
      minRows={rest.minRows ?? 1}
      maxRows={24}
      spellCheck={false}
      value={isCurrent ? draft : writeYaml(value)}
      error={isCurrent && said === null ? expected : null}
      onChange={({ currentTarget: { value: text } }) => {
        setDraft(text);
        const typed = readYaml(text, kind);
        if (typed) onChange(typed.value);
      }}
    />
  );
}

/** A link to the line of something in the source. */
export function SourceLink({ path, children }: { path: Path; children: ReactNode }) {
  const { show } = useSource();
  const text = useExperiment((state) => state.text);
  const place = placeInText(text, path);
  if (!place) return null;
  return (
    <button type="button" className={styles.sourceLink} onClick={() => show(place)}>
      {children} (line {place.line})
    </button>
  );
}
