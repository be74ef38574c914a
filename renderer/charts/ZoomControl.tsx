import { ActionIcon, Button, Group, NumberInput, Popover, Tooltip } from '@mantine/core';
import { IconZoomIn, IconZoomReset } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './charts.module.css';
import { validStretch, type Zoom } from './zoom.ts';

/** Asks for a stretch of the axis in numbers: what dragging over the plot does, by keyboard. */
export function ZoomControl({ zoom }: { zoom: Zoom }) {
  const { axis, unit, whole, range } = zoom;
  const [opened, setOpened] = useState(false);
  const [from, setFrom] = useState<number | string>('');
  const [to, setTo] = useState<number | string>('');
  const open = () => {
    const [low, high] = range ?? whole;
    setFrom(rounded(low));
    setTo(rounded(high));
    setOpened((before) => !before);
  };
  const stretch =
    typeof from === 'number' && typeof to === 'number' ? validStretch(whole, from, to) : null;
  const apply = () => {
    if (!stretch) return;
    zoom.set(stretch);
    setOpened(false);
  };
  const words = unit === '' ? axis : `${axis}, ${unit}`;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Tooltip label={`Zoom: ${axis.toLowerCase()} from … to …, or drag over the plot`}>
          <ActionIcon aria-label={`Zoom ${axis.toLowerCase()}`} size={24} onClick={open}>
            <IconZoomIn size={15} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          aria-label={`Zoom ${axis.toLowerCase()}`}
          onSubmit={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          <Group gap={8} align="flex-end" wrap="nowrap">
            <NumberInput
              label={`From (${words.toLowerCase()})`}
              w={116}
              data-autofocus
              value={from}
              onChange={setFrom}
            />
            <NumberInput
              label={`To (${words.toLowerCase()})`}
              w={116}
              value={to}
              onChange={setTo}
            />
            <Button type="submit" disabled={!stretch}>
              Zoom
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What is shown of the axis, and the way back; nothing while all of it is. */
export function ZoomReset({ zoom }: { zoom: Zoom }) {
  const { range, format } = zoom;
  if (!range) return null;
  return (
    <button type="button" className={styles.zoomed} onClick={() => zoom.set(null)}>
      <IconZoomReset size={13} stroke={1.7} aria-hidden />
      {format(range[0])} to {format(range[1])}: show all
    </button>
  );
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
