import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEvent } from 'react';

interface RunActionProps extends Omit<ButtonProps, 'variant'> {
  /** Why it is disabled; null if it is not. */
  readonly refusal: string | null;
  readonly title?: string;
  readonly onClick?: () => void;
}

/** A button for the run in progress. If disabled, it can still be focused to learn why. */
export function RunAction({ refusal, onClick, ...others }: RunActionProps) {
  if (refusal === null) return <Button variant="default" onClick={onClick} {...others} />;
  return (
    <Tooltip label={refusal} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
      <Button
        variant="default"
        {...others}
        data-disabled
        aria-disabled
        aria-description={refusal}
        onClick={(event: MouseEvent) => event.preventDefault()}
      />
    </Tooltip>
  );
}
