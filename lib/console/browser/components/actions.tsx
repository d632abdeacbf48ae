import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { ConfirmDialog, type Confirmation } from './confirm-dialog.tsx';
import { openDialog } from './dialog.tsx';

/** A button and its action, which either happens at once or asks for a confirmation first. */
export type Action = {
  readonly text: string;
  /** The person, client or other thing that the action applies to, for the names of the button and of its dialog. */
  readonly target: string;
  readonly isDangerous?: boolean;
  /** The reason why the action is not possible now. It disables the button and is shown next to it. */
  readonly blockedReason?: string | undefined;
} & ({ readonly onSelect: () => void } | Confirmation);

/** Names an action and its target, for the action's button and dialog. */
export const actionName = (action: string, target: string): string => `${action}: ${target}`;

interface ActionButtonProps {
  readonly action: Action;
  readonly class?: string;
  /** Called before the action. */
  readonly onClick?: () => void;
}

const ActionButton = ({ action, class: className = '', onClick }: ActionButtonProps): JSX.Element => {
  const id = useId();
  const { text, target, isDangerous = false, blockedReason } = action;
  const name = actionName(text, target);
  const select = (): void => {
    onClick?.();
    if ('onSelect' in action) action.onSelect();
    else openDialog(<ConfirmDialog {...action} title={name} action={text} />);
  };
  return (
    <>
      <button
        type="button"
        class={isDangerous ? `${className} danger` : className}
        aria-label={name}
        aria-describedby={blockedReason === undefined ? undefined : id}
        disabled={blockedReason !== undefined}
        onClick={select}
      >
        {text}
      </button>
      {blockedReason !== undefined && (
        <span class="hint" id={id}>
          {blockedReason}
        </span>
      )}
    </>
  );
};

/** Shows actions side by side, for the page of one client or person. */
export const ActionRow = ({ actions }: { readonly actions: readonly Action[] }): JSX.Element | null =>
  actions.length === 0 ? null : (
    <div class="actions">
      {actions.map((action) => (
        <ActionButton key={action.text} action={action} />
      ))}
    </div>
  );

/** Shows the actions of a table row. A dangerous action looks like text, not like a button. */
export const RowActions = ({ actions }: { readonly actions: readonly Action[] }): JSX.Element => (
  <div class="row-actions">
    {actions.map((action) => (
      <ActionButton key={action.text} action={action} class={action.isDangerous === true ? 'quiet' : 'small'} />
    ))}
  </div>
);

/** The distance in pixels between a menu and its button, and between a menu and the edges of the window. */
const GAP = 6;

/** Puts a menu below its button, or above it if there is no room. */
const place = (menu: HTMLElement, button: HTMLElement): void => {
  const { top, bottom, right } = button.getBoundingClientRect();
  const hasRoom = bottom + GAP + menu.offsetHeight <= innerHeight;
  menu.style.top = `${Math.max(GAP, hasRoom ? bottom + GAP : top - GAP - menu.offsetHeight)}px`;
  menu.style.left = `${Math.max(GAP, right - menu.offsetWidth)}px`;
};

/** Shows a button that opens a menu with the actions of a row. Escape, a click outside and every action close the menu. */
export const ActionMenu = ({
  label,
  actions,
}: {
  readonly label: string;
  readonly actions: readonly Action[];
}): JSX.Element => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const enabled = [...(menu.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
    const position = enabled.indexOf(document.activeElement as HTMLElement);
    enabled.at((position + step) % enabled.length)?.focus();
  };
  const onToggle = ({ newState }: Pick<ToggleEvent, 'newState'>): void => {
    if (newState !== 'open' || menu.current === null || button.current === null) return;
    place(menu.current, button.current);
    menu.current.querySelector<HTMLElement>('button:enabled')?.focus();
    // The menu does not move with its button, so scrolling and resizing close it.
    const hide = (): void => menu.current?.hidePopover();
    for (const type of ['resize', 'scroll']) addEventListener(type, hide, { once: true });
  };
  return (
    <>
      <button ref={button} type="button" class="more" popovertarget={id} aria-label={label} title={label}>
        <span aria-hidden="true">⋯</span>
      </button>
      <div ref={menu} id={id} class="menu" popover="auto" onKeyDown={move} onToggle={onToggle}>
        {actions.map((action) => (
          <ActionButton key={action.text} action={action} onClick={() => menu.current?.hidePopover()} />
        ))}
      </div>
    </>
  );
};
