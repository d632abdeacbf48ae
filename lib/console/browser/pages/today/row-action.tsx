import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AttendanceRow } from '../../../../../shared/console-api/bookings.ts';
import { openDialog } from '../../components/dialog.tsx';
import { focusHeading } from '../../components/focus.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { usePersonName } from '../../components/people.tsx';
import { useAttempt } from '../../components/use-load.ts';
import { actionName, useTexts } from '../../language/language.ts';

/** Fetches the dialogs only after the page is shown, so that the page appears sooner. */
const loadDialogs = () => import('../../components/by-hand/by-hand-dialog.tsx');

/** Checks in or undoes. It stays the same button, so that the focus stays on the row. */
export const RowAction = ({ row, onDone }: { readonly row: AttendanceRow; readonly onDone: () => void }) => {
  const t = useTexts('checkIn');
  const nameOf = usePersonName();
  const { isBusy, error, attempt } = useAttempt();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    void loadDialogs().catch(() => undefined);
    return () => {
      if (document.activeElement !== button.current) return;
      // The row no longer matches the filter. The button of the next row takes the focus, or else the heading.
      const next = button.current?.closest('tr')?.nextElementSibling?.querySelector('button');
      queueMicrotask(() => (next?.isConnected ? next.focus() : focusHeading()));
    };
  }, []);
  const person = nameOf({ ...row.person, id: row.userId });
  const target = `${person}, ${row.name ?? row.bookingId}`;
  const isUndo = row.result === 'checked_in';
  const open = async (): Promise<void> => {
    const { ByHandDialog } = await loadDialogs();
    // On a slow network, the row might be gone by now, or the whole page.
    if (button.current) openDialog(<ByHandDialog person={person} booking={row} isQuick onDone={onDone} />);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={isUndo ? 'row-action quiet' : 'row-action'}
        aria-label={actionName(isUndo ? t.undo : t.action, target)}
        aria-busy={isBusy}
        onClick={() => void attempt(open)}
      >
        {isUndo ? t.undo : t.action}
      </button>
      <ErrorNotice error={error} />
    </>
  );
};
