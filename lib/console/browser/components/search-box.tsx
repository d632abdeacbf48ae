import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface SearchBoxProps {
  readonly label: string;
  /** What can be searched for. */
  readonly hint?: string;
  /** The text that the page searches for. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The number of results as text; empty until they have arrived. A page can leave it empty while nothing is searched for. */
  readonly result: string;
  /** CSS selectors of what Enter and the down arrow focus, best first. Default: the first link of the table. */
  readonly targets?: readonly string[];
  /** Whether the field stays in view while the page scrolls. */
  readonly isSticky?: boolean;
}

const PAUSE_MS = 250;

/**
 * A field that filters while the person types, after a short pause, and shows the number of results. Enter and the down arrow
 * move the focus to the first result.
 */
export const SearchBox = ({
  label,
  hint = label,
  value,
  onChange,
  result,
  targets = ['main tbody a'],
  isSticky = false,
}: SearchBoxProps) => {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  /** The last text that was given to `onChange`, or came from outside. */
  const sent = useRef(value);
  /** The presses of Enter or the down arrow since the text changed. The first press focuses a result, the second opens it. */
  const presses = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The text can also change without typing: by "back", or by a button that removes the filter.
  if (value !== sent.current) {
    clearTimeout(timer.current);
    sent.current = value;
    setText(value);
  }
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  const goToResult = (): void => {
    const first = targets.map((target) => document.querySelector<HTMLElement>(target)).find((one) => one !== null);
    first?.focus();
    if (presses.current > 1) first?.click();
    presses.current = 0;
  };
  useLayoutEffect(() => {
    if (result !== '' && presses.current > 0 && document.activeElement === input.current) goToResult();
  }, [result]);
  const send = (typed: string): void => {
    clearTimeout(timer.current);
    sent.current = typed.trim();
    onChange(sent.current);
  };
  const change = (typed: string): void => {
    setText(typed);
    presses.current = 0;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(typed), PAUSE_MS);
  };
  const press = (typed: string): void => {
    presses.current += 1;
    const isSent = typed.trim() === sent.current;
    // Until the results arrive, the results of the previous text are shown.
    if (isSent && (value === '' || result !== '')) goToResult();
    if (!isSent) send(typed);
  };
  return (
    <div class={isSticky ? 'search sticky' : 'search'}>
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={hint}
        value={text}
        spellcheck={false}
        autocomplete="off"
        enterkeyhint="search"
        // So that typing replaces the last search.
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          // As in a list of suggestions, these keys move the focus from the text to the results.
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          press(event.currentTarget.value);
        }}
      />
      <span class="hint" aria-live="polite">
        {result}
      </span>
    </div>
  );
};
