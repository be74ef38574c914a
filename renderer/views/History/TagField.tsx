import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import {
  type HistoryPage,
  longestTag,
  maxTags,
  type RunSummary,
  tagSchema,
  tagsSchema,
} from '../../../contracts/history.ts';
import { setTags } from './historyActions.ts';

interface TagFieldProps {
  readonly run: RunSummary;
  /** Tags in use, to choose from. */
  readonly tags: HistoryPage['tags'];
  readonly onDone?: () => void;
}

/** The tags of a run, with those in use to choose from. Each change is saved at once. */
export function TagField({ run, tags, onDone }: TagFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const change = (wanted: string[]) => {
    const read = tagsSchema.safeParse(wanted);
    setProblem(read.success ? null : (read.error.issues[0]?.message ?? null));
    if (read.success) void setTags(run, read.data);
  };
  return (
    <TagsInput
      size="xs"
      label="Tags"
      description="Press Enter or type a comma to end a tag"
      aria-label={`Tags of ${run.name}`}
      data-autofocus
      value={run.tags}
      data={tags.map(({ tag }) => tag)}
      error={problem}
      maxTags={maxTags}
      maxLength={longestTag}
      splitChars={[',']}
      acceptValueOnBlur
      isDuplicate={(value, all) => {
        const tag = tagSchema.safeParse(value);
        return tag.success && all.some((one) => one.toLowerCase() === tag.data.toLowerCase());
      }}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
      onChange={change}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone?.();
      }}
    />
  );
}
