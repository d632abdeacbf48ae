import type { TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { checkinReasons, undoReasons } from '../../../../../shared/rules/bookings.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { useTexts } from '../../language/language.ts';
import { closeDialog } from '../dialog.tsx';
import { TextField, valuesIn } from '../field.tsx';

interface ReasonChoiceProps<Code extends string> {
  readonly codes: readonly Code[];
  /** The verb of the button that sends a typed reason. */
  readonly action: string;
  /** Whether the field for another reason is shown only on request. */
  readonly isQuick: boolean;
  readonly isDisabled?: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (reason: { readonly reasonCode: Code } | { readonly reason: string }) => void;
}

/** The usual reasons, each of which acts at once, and a field for any other. */
export const ReasonChoice = <Code extends (typeof checkinReasons | typeof undoReasons)[number]>(
  props: ReasonChoiceProps<Code>,
) => {
  const t = useTexts('checkIn');
  const { codes, action, isQuick, isDisabled = false, isBusy, onChoose } = props;
  const [isOther, setIsOther] = useState(!isQuick);
  /** Undefined for a typed reason. */
  const [chosen, setChosen] = useState<Code>();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (isOther) form.current?.querySelector('input')?.focus();
  }, [isOther]);
  const choose = (reason: Parameters<typeof onChoose>[0]): void => {
    if (isBusy) return;
    setChosen('reasonCode' in reason ? reason.reasonCode : undefined);
    onChoose(reason);
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    choose({ reason: valuesIn(event.currentTarget)('reason').trim() });
  };
  return (
    <>
      <div class="choices" role="group" aria-label={t.reason}>
        {codes.map((reasonCode) => (
          <button
            key={reasonCode}
            type="button"
            class="primary"
            disabled={isDisabled}
            aria-busy={isBusy && reasonCode === chosen}
            onClick={() => choose({ reasonCode })}
          >
            {t.reasons[reasonCode]}
          </button>
        ))}
        {!isOther && (
          <button type="button" disabled={isDisabled} onClick={() => setIsOther(true)}>
            {t.other}
          </button>
        )}
      </div>
      {isOther && (
        <form ref={form} class="other-reason" onSubmit={submit}>
          <TextField label={t.reason} hint={t.reasonHint} name="reason" maxLength={fields.reason.maxLength} required />
          <button type="submit" disabled={isDisabled} aria-busy={isBusy && chosen === undefined}>
            {action}
          </button>
        </form>
      )}
      <div class="dialog-actions">
        <button type="button" onClick={closeDialog}>
          {t.cancel}
        </button>
      </div>
    </>
  );
};
