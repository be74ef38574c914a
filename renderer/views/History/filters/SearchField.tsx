import { Kbd } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { SearchInput } from '../../../components/SearchInput.tsx';
import { ask, useHistory } from '../historyStore.ts';

/** Delay after a keystroke before the query, in milliseconds: shorter than between two keystrokes of a fast typist. */
const pauseMs = 60;

/** Whether a key press belongs to the focused element. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"]') !== null)
  );
}

/** Focuses the field when `/` is pressed. */
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

/** Searches while typing. */
export function SearchField() {
  const asked = useHistory((state) => state.asked.text);
  const [text, setText] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  // Filters cleared elsewhere empty the field too.
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
