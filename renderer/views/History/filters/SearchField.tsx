import { Kbd } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { SearchInput } from '../../../components/SearchInput.tsx';
import { ask, useHistory } from '../historyStore.ts';

/** Pause after a key before the engine is asked, in milliseconds: shorter than between two keys of a quick typist. */
const pauseMs = 60;

/** Whether a key that was pressed belongs to what has the focus. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"]') !== null)
  );
}

/** Gives the field the focus when `/` is pressed. */
function useSlash(field: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [field]);
}

/** Searches while somebody types. */
export function SearchField() {
  const asked = useHistory((state) => state.asked.text);
  const [text, setText] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  // Filters that are taken back elsewhere empty the field too.
  useEffect(() => setText(asked), [asked]);
  useEffect(() => {
    if (text === useHistory.getState().asked.text) return;
    const timer = setTimeout(() => ask({ text }), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchInput
      ref={field}
      w={280}
      maxLength={200}
      label="Find runs by name, note, tag, protocol, status or id"
      placeholder="Find by name, note, tag, protocol"
      rightSection={text === '' ? <Kbd size="xs">/</Kbd> : null}
      value={text}
      onChange={setText}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText('');
      }}
    />
  );
}
