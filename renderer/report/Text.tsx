import { Fragment } from 'react';
import { type Passage, parseText, type TextRun } from './text.ts';

/** A text block, as elements: nothing in it is interpreted as markup. */
export function Text({ id, text }: { id: string; text: string }) {
  return (
    <div className="text" id={id}>
      {parseText(text).map((passage, index) => (
        <PassageView key={index} passage={passage} />
      ))}
    </div>
  );
}

function PassageView({ passage }: { passage: Passage }) {
  if (passage.kind === 'heading') {
    return (
      <h2>
        <Runs runs={passage.runs} />
      </h2>
    );
  }
  if (passage.kind === 'paragraph') {
    return (
      <p>
        <Runs runs={passage.runs} />
      </p>
    );
  }
  return (
    <ul>
      {passage.items.map((item, index) => (
        <li key={index}>
          <Runs runs={item} />
        </li>
      ))}
    </ul>
  );
}

function Runs({ runs }: { runs: readonly TextRun[] }) {
  return runs.map(({ style, text }, index) => {
    if (style === 'strong') return <strong key={index}>{text}</strong>;
    if (style === 'emphasis') return <em key={index}>{text}</em>;
    if (style === 'code') return <code key={index}>{text}</code>;
    return <Fragment key={index}>{text}</Fragment>;
  });
}
