import { stripVTControlCharacters } from 'node:util';
import { say } from './project.mjs';

/** Lines of a message that are enough to identify a failure. */
const linesShown = 12;

function shorten(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  const rest = lines.length - linesShown;
  return [...lines.slice(0, linesShown), ...(rest > 0 ? [`… and ${rest} lines more`] : [])];
}

/**
 * Repeats all failures at the end of a long output.
 * @param failures `{ name, message }` of each.
 */
export function listFailures(failures) {
  if (failures.length === 0) return;
  say('\nFailed:');
  for (const { name, message } of failures) {
    say(`✗ ${name}`);
    for (const line of shorten(message)) say(`    ${line}`);
  }
}
