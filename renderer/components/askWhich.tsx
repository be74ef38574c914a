import { Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';

interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  /** `usual`: the default; `danger`: cannot be undone. */
  readonly tone?: 'usual' | 'danger';
}

interface Question<Value> {
  readonly title: string;
  readonly text: string;
  readonly choices: readonly Choice<Value>[];
}

/** Asks a question with a button for each choice. @returns null if it was closed without one. */
export function askWhich<Value extends string>(question: Question<Value>): Promise<Value | null> {
  return new Promise((resolve) => {
    const take = (value: Value | null) => {
      resolve(value);
      modals.close(id);
    };
    const id = modals.open({
      title: question.title,
      onClose: () => resolve(null),
      children: (
        <>
          <p>{question.text}</p>
          <Group justify="flex-end" mt="md" gap="xs">
            {question.choices.map(({ value, label, tone }) => (
              <Button
                key={value}
                variant={tone === 'usual' ? 'filled' : 'default'}
                data-autofocus={tone === 'usual' || undefined}
                {...(tone === 'danger' ? { c: 'red' } : {})}
                onClick={() => take(value)}
              >
                {label}
              </Button>
            ))}
          </Group>
        </>
      ),
    });
  });
}
