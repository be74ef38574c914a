import { commandParts } from '../data/commandParts.ts';
import { CopyButton } from './CopyButton.tsx';

/** A text whose commands can be copied. */
export function WithCommands({ text }: { text: string }) {
  return commandParts(text).map((part) =>
    part.isCommand ? (
      <span key={part.text}>
        <code className="wb-mono">{part.text}</code>
        {part.text.startsWith('npx wirebench') && (
          <CopyButton text={part.text} name={`Copy: ${part.text}`} />
        )}
      </span>
    ) : (
      part.text
    ),
  );
}
