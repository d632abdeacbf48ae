import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { useTexts } from '../language/language.ts';
import { Field } from './field.tsx';
import { ErrorNotice } from './notice.tsx';
import { useLoad } from './use-load.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Distinguishes the choice from others with the same name. */
  readonly detail?: string | undefined;
}

interface PickerProps {
  readonly label: string;
  readonly placeholder: string;
  /** Why the value in the page's URL is invalid. */
  readonly badValue?: string | undefined;
  /** The name of the current choice; empty if there is none. */
  readonly chosenName: string;
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  /** @param choice undefined if the field was cleared */
  readonly onChoose: (choice: Choice | undefined) => void;
}

const PAUSE_MS = 250;

/** A field that searches for what is typed and offers the results to choose from (ARIA: an editable combobox with a list). */
export const Picker = ({ label, placeholder, badValue, chosenName, find, onChoose }: PickerProps) => {
  const t = useTexts();
  const listId = useId();
  const optionId = (index: number): string => `${listId}-${index}`;
  /** The text in the field; undefined while it shows the current choice. */
  const [text, setText] = useState<string>();
  /** What was typed before the last pause. */
  const [q, setQ] = useState('');
  const [active, setActive] = useState(0);
  const typed = text?.trim() ?? '';
  useLayoutEffect(() => {
    const timer = setTimeout(() => setQ(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isLoading, error } = useLoad(q, async (signal) => (q === '' ? [] : find(q, signal)));
  const areResultsCurrent = typed !== '' && typed === q && !isLoading;
  const problem = areResultsCurrent ? error : undefined;
  const choices = areResultsCurrent && error === undefined ? data : undefined;
  const isOpen = choices !== undefined && choices.length > 0;
  useLayoutEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const choose = (choice: Choice): void => {
    setText(undefined);
    onChoose(choice);
  };
  const press = (event: KeyboardEvent): void => {
    const count = choices?.length ?? 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = choices?.[active];
    // Once a choice is shown, Escape and Enter belong to the dialog around the field.
    if (text === undefined) return;
    if (event.key === 'Escape') setText(undefined);
    else if (event.key === 'Enter') {
      // Without a choice, does nothing: by default, Enter would submit a form around the field.
      if (choice !== undefined) choose(choice);
    } else if (step !== undefined && count > 0) setActive((active + step + count) % count);
    else return;
    event.preventDefault();
  };
  return (
    <div class="picker">
      <Field label={label} error={badValue}>
        {(control) => (
          <input
            {...control}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen ? optionId(active) : undefined}
            placeholder={placeholder}
            autocomplete="off"
            spellcheck={false}
            value={text ?? chosenName}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onInput={({ currentTarget: { value } }) => {
              setText(value);
              setActive(0);
              if (value === '') onChoose(undefined);
            }}
            onKeyDown={press}
            onBlur={() => setText(undefined)}
          />
        )}
      </Field>
      <div aria-live="polite">{choices?.length === 0 && <p class="options hint">{t.nothingFound}</p>}</div>
      {problem && (
        <div class="options">
          <ErrorNotice error={problem} />
        </div>
      )}
      {isOpen && (
        <div id={listId} class="options" role="listbox" aria-label={label}>
          {choices.map((choice, index) => (
            <div
              key={choice.id}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              // Keeps the focus in the field until the click has made the choice.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.name} {choice.detail !== undefined && <span class="sub">{choice.detail}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
};
