import { useState } from 'react';
import { navigate } from '../../navigation/navigation.ts';
import { ComparePage } from './ComparePage.tsx';
import { RunChooser } from './chooser/RunChooser.tsx';

/** Comparison of runs: chosen here, then compared with the first. */
export function CompareView({ runIds }: { runIds: readonly string[] }) {
  const [choosing, setChoosing] = useState(false);
  if (runIds.length === 0 || choosing) {
    return (
      <RunChooser
        key={runIds.join()}
        chosen={runIds}
        onCancel={runIds.length > 0 ? () => setChoosing(false) : null}
        onDone={(ids) => {
          setChoosing(false);
          navigate({ view: 'compare', runIds: ids });
        }}
      />
    );
  }
  return <ComparePage key={runIds.join()} runIds={runIds} onChoose={() => setChoosing(true)} />;
}
