import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Problem } from '../../../../contracts/experiment/cell.ts';
import { valueAt } from '../../../../contracts/experiment/path.ts';
import { type ReadDocument, readText } from '../../../document/edit.ts';
import { experiment, useExperiment } from '../../../document/experimentStore.ts';
import type { FieldSpec } from '../../../document/fields.ts';
import { problemsAt } from '../problems.ts';

/** A position in the source, counted from 1. */
export type SourcePlace = Pick<Problem, 'line' | 'column'>;

interface Source {
  /** Data of the file; of the last valid text while the YAML is invalid. */
  readonly data: unknown;
  readonly syntaxError: string | null;
  readonly problems: readonly Problem[];
  /** Target of the source editor; a new object jumps there again. */
  readonly shown: SourcePlace | null;
  /** Jumps to a position in the source. */
  show(place: SourcePlace): void;
}

const SourceContext = createContext<Source>({
  data: {},
  syntaxError: null,
  problems: [],
  shown: null,
  show: () => undefined,
});

/** Reads the open experiment once for all fields of the form. */
export function SourceProvider({
  problems,
  children,
}: {
  problems: readonly Problem[];
  children: ReactNode;
}) {
  const text = useExperiment((state) => state.text);
  const reading = useMemo(() => readText(text), [text]);
  const data = useLastReadable(reading);
  const [shown, setShown] = useState<SourcePlace | null>(null);
  const source = useMemo(
    () => ({
      data,
      syntaxError: reading.syntaxError,
      problems,
      shown,
      show: ({ line, column }: SourcePlace) => setShown({ line, column }),
    }),
    [data, reading.syntaxError, problems, shown],
  );
  return <SourceContext value={source}>{children}</SourceContext>;
}

function useLastReadable(reading: ReadDocument): unknown {
  const [last, setLast] = useState(reading.data);
  useEffect(() => {
    if (reading.syntaxError === null) setLast(reading.data);
  }, [reading]);
  return reading.syntaxError === null ? reading.data : last;
}

export function useSource(): Source {
  return useContext(SourceContext);
}

export interface FieldState {
  /** The value in the file, or else the default. */
  readonly value: unknown;
  /** Whether the file sets it. */
  readonly isSet: boolean;
  readonly problems: readonly Problem[];
  readonly disabled: boolean;
  set(value: unknown): void;
  /** Removes the setting from the file, so that the default applies. */
  reset(): void;
}

/** One setting of the open experiment. */
export function useField(spec: FieldSpec): FieldState {
  const { data, syntaxError, problems } = useSource();
  const written = valueAt(data, spec.path);
  return {
    value: written ?? spec.fallback,
    isSet: written !== undefined,
    problems: problemsAt(problems, spec.path),
    disabled: syntaxError !== null,
    set: (value) => experiment.set(spec.path, value),
    reset: () => experiment.remove(spec.path),
  };
}
