import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from './status.tsx';

interface SearchBoxProps {
  readonly label: string;
  /** What can be searched for. */
  readonly hint?: string;
  /** The search text in the address. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The number of results, as text. */
  readonly result: string;
}

const PAUSE_MS = 250;

/** A field that filters while the person types, after a short pause, and shows the number of results. */
export const SearchBox = ({ label, hint = label, value, onChange, result }: SearchBoxProps): JSX.Element => {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address can also change without typing: by "back", or by a button that removes the filter.
  if (value !== sent.current) {
    sent.current = value;
    setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (result !== '') announce(result, { isQuiet: true });
  }, [result]);
  const change = (typed: string): void => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = typed.trim();
      onChange(sent.current);
    }, PAUSE_MS);
  };
  return (
    <div class="search">
      <input
        type="search"
        aria-label={label}
        placeholder={hint}
        value={text}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          // From the text straight to the results, as in a list of suggestions.
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          document.querySelector<HTMLElement>('main tbody a')?.focus();
        }}
      />
      <span class="hint">{result}</span>
    </div>
  );
};
