import { useId, useRef } from 'preact/hooks';
import { actionName } from '../language/language.ts';
import type { Column } from './table.tsx';
import { type Confirmation, ConfirmDialog, openDialog } from './dialog.tsx';

/** A button and its action, which either happens at once or asks for a confirmation first. */
export type Action = {
  readonly text: string;
  /** The client or other thing that the action applies to, for the names of the button and of its dialog. */
  readonly target?: string;
  /** Whether the button shows the target too, because the text alone could be mistaken for another action. */
  readonly showsTarget?: boolean;
  readonly isDangerous?: boolean;
  /** The reason why the action is not possible now. It disables the button and is shown next to it. */
  readonly blockedReason?: string | undefined;
} & ({ readonly onSelect: () => void } | Confirmation);

interface ActionButtonProps {
  readonly action: Action;
  /** Whether a menu focuses the button when it opens. */
  readonly isFocusedFirst?: boolean;
  /** Called before the action. */
  readonly onClick?: () => void;
}

const ActionButton = ({ action, isFocusedFirst, onClick }: ActionButtonProps) => {
  const id = useId();
  const { text, target, isDangerous = false, blockedReason } = action;
  const name = target === undefined ? text : actionName(text, target);
  const select = (): void => {
    onClick?.();
    if ('onSelect' in action) action.onSelect();
    else openDialog(<ConfirmDialog title={name} confirmText={text} {...action} />);
  };
  return (
    <>
      <button
        type="button"
        class={isDangerous ? 'danger' : ''}
        aria-label={name}
        aria-describedby={blockedReason === undefined ? undefined : id}
        disabled={blockedReason !== undefined}
        autofocus={isFocusedFirst}
        onClick={select}
      >
        {action.showsTarget === true ? <span class="clamp">{`${text} ${target ?? ''}`}</span> : text}
      </button>
      {blockedReason !== undefined && (
        <span class="hint" id={id}>
          {blockedReason}
        </span>
      )}
    </>
  );
};

/** Actions, or `false` in place of an action that the member’s role does not allow. */
export type Actions = readonly (Action | false)[];

/** Shows actions side by side. In a table, a dangerous action looks like text, not like a button. */
export const ActionRow = ({ actions }: { readonly actions: Actions }) =>
  actions.some(Boolean) && (
    <div class="actions">
      {/* By position: "Undo" takes the place of "Check in" without losing the focus. */}
      {actions.map((action, index) => action && <ActionButton key={index} action={action} />)}
    </div>
  );

/** @returns the last column, which shows the actions of each row; an empty list if `isShown` is false */
export const actionsColumn = <Row,>(header: string, actionsOf: (row: Row) => Actions, isShown = true): Column<Row>[] =>
  isShown ? [{ header, class: 'note', cell: (row) => <ActionRow actions={actionsOf(row)} /> }] : [];

/** Shows a button that opens a menu with the actions of a row. Escape, a click outside and every action close the menu. */
export const ActionMenu = ({ label, actions }: { readonly label: string; readonly actions: readonly Action[] }) => {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const firstEnabled = actions.find(({ blockedReason }) => blockedReason === undefined);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const enabled = [...(menu.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
    const position = enabled.indexOf(document.activeElement as HTMLElement);
    // Wraps around: the last button has the position -1 too.
    enabled.at((position + step) % enabled.length)?.focus();
  };
  return (
    <>
      <button type="button" class="more" popovertarget={id} aria-label={label} title={label}>
        <span aria-hidden="true">⋯</span>
      </button>
      <div ref={menu} id={id} class="menu" popover="auto" onKeyDown={move}>
        {actions.map((action) => (
          <ActionButton
            key={action.text}
            action={action}
            isFocusedFirst={action === firstEnabled}
            onClick={() => menu.current?.hidePopover()}
          />
        ))}
      </div>
    </>
  );
};
