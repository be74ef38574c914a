import { SegmentedControl } from '@mantine/core';
import { type SizePart, sizePartLabels, sizeParts } from '../../data/sizes.ts';

interface SizePartControlProps {
  readonly label: string;
  readonly part: SizePart;
  readonly onChange: (part: SizePart) => void;
}

/** Requests, answers, or both together. */
export function SizePartControl({ label, part, onChange }: SizePartControlProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      data={sizeParts.map((value) => ({ value, label: sizePartLabels[value] }))}
      value={part}
      onChange={onChange}
    />
  );
}
