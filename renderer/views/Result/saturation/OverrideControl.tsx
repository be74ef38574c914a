import { Button, Group, NumberInput, Popover } from '@mantine/core';
import { useState } from 'react';
import { levelWords } from '../../../../metrics/levels.ts';
import type { SaturationRow } from '../../../data/saturation.ts';
import { setSaturation } from './setSaturation.ts';

/** Sets the saturation point of one trial by hand, or restores the computed one. */
export function OverrideControl({ row }: { row: SaturationRow }) {
  const { saturation, series, point } = row;
  const [opened, setOpened] = useState(false);
  const [level, setLevel] = useState<number | string>('');
  const open = () => {
    setLevel(point?.level ?? '');
    setOpened(true);
  };
  const set = () => {
    if (typeof level !== 'number' || level <= 0) return;
    setOpened(false);
    void setSaturation(saturation, level);
  };
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {saturation.manual && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Use computed saturation of ${series.label}`}
          onClick={() => void setSaturation(saturation, null)}
        >
          Use computed
        </Button>
      )}
      <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus shadow="md">
        <Popover.Target>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Set by hand: saturation of ${series.label}`}
            onClick={open}
          >
            Set by hand
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              set();
            }}
          >
            <Group gap={8} align="flex-end" wrap="nowrap">
              <NumberInput
                label={`Saturation at, ${levelWords(saturation.of).axis}`}
                w={150}
                data-autofocus
                min={0.01}
                max={1_000_000}
                clampBehavior="none"
                thousandSeparator=","
                value={level}
                onChange={setLevel}
              />
              <Button type="submit" disabled={typeof level !== 'number' || level <= 0}>
                Set
              </Button>
            </Group>
          </form>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
