import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ClientView } from '../../../../../shared/console-api/clients.ts';
import { SelectField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../language/language.ts';
import { clientsMessages } from './clients-messages.ts';

const GRACE_HOURS = ['24', '1', '72', '168', '0'] as const;
type GraceHours = (typeof GRACE_HOURS)[number];

interface RotateDialogProps {
  readonly client: ClientView;
  readonly onRotate: (graceHours: number, idempotencyKey: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks how long the old secret stays valid. */
export const RotateDialog = ({ client, onRotate, onClose }: RotateDialogProps): JSX.Element => {
  const t = useMessages(clientsMessages);
  const [graceHours, setGraceHours] = useState<GraceHours>('24');
  const keys = useRef(new Map<GraceHours, string>());
  const submit = (): Promise<void> => {
    const key = keys.current.get(graceHours) ?? crypto.randomUUID();
    keys.current.set(graceHours, key);
    return onRotate(Number(graceHours), key);
  };
  return (
    <FormDialog title={t.rotateOf(client.name)} action={t.rotate} onSubmit={submit} onClose={onClose}>
      <p>{t.rotateIntro}</p>
      <SelectField
        label={t.oldSecretEnds}
        value={graceHours}
        onChange={setGraceHours}
        options={GRACE_HOURS.map((hours) => [hours, t.graceHours[hours]])}
        isFocusedFirst
      />
      {graceHours === '0' && <Notice kind="warning">{t.graceNow}</Notice>}
    </FormDialog>
  );
};
