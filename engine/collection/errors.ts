import { fileNameProblem } from '../../contracts/collection.ts';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';

/** @throws WirebenchError LIBRARY_NAME_INVALID */
export function checkFileName(name: string): void {
  const problem = fileNameProblem(name);
  if (problem === null) return;
  throw new WirebenchError('LIBRARY_NAME_INVALID', `${shown(name)}: ${problem}`);
}

export function notFound(name: string): WirebenchError {
  return new WirebenchError(
    'LIBRARY_NOT_FOUND',
    `The collection has no experiment ${shown(name)}`,
    {
      hint: 'It has been renamed or removed.',
    },
  );
}

export function nameTaken(name: string): WirebenchError {
  return new WirebenchError('LIBRARY_NAME_TAKEN', `A file ${shown(name)} already exists`, {
    hint: 'Choose another name.',
  });
}

export function changedMeanwhile(name: string): WirebenchError {
  return new WirebenchError('LIBRARY_CHANGED', `${shown(name)} has changed since it was read`, {
    hint: 'Save a copy, or overwrite it.',
  });
}

/** A failure of the file system, with the path and the system's message. */
export function unusable(path: string, cause: unknown): WirebenchError {
  const reason = messageOf(cause);
  return new WirebenchError('LIBRARY_UNUSABLE', `${path}: ${reason}`, {
    cause,
    hint: 'Check that the folder exists and is writable, and that there is space.',
  });
}

function shown(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 99)}…` : name);
}
