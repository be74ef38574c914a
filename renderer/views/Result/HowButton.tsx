import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMathFunction } from '@tabler/icons-react';
import { useState } from 'react';
import { HowComputed, HowFacts } from '../../charts/HowComputed.tsx';
import type { HowFact } from '../../data/how.ts';

/** Explains how the values of a table are computed, like the button of charts. */
export function HowButton({ title, facts }: { title: string; facts: readonly HowFact[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tooltip label="How this was computed">
        <ActionIcon aria-label="How this was computed" onClick={() => setOpen(true)}>
          <IconMathFunction size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {open && (
        <HowComputed title={title} onClose={() => setOpen(false)}>
          <HowFacts facts={facts} />
        </HowComputed>
      )}
    </>
  );
}
