import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ClientView } from '../../../../../shared/console-api/clients.ts';
import { named } from '../../components/actions.tsx';
import { SelectField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../language/language.ts';
import { type Lifetime, LifetimeField } from './client-form-dialog.tsx';
import { clientsMessages } from './clients-messages.ts';

const GRACE_HOURS = ['24', '1', '72', '168', '0'] as const;
type GraceHours = (typeof GRACE_HOURS)[number];

interface RotateDialogProps {
  readonly client: ClientView;
  readonly onRotate: (graceHours: number, lifetime: Lifetime, idempotencyKey: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks how long the old secret stays valid. */
export const RotateDialog = ({ client, onRotate, onClose }: RotateDialogProps): JSX.Element => {
  const t = useTexts(clientsMessages);
  const [graceHours, setGraceHours] = useState<GraceHours>('24');
  const [lifetime, setLifetime] = useState<Lifetime>('none');
  const keys = useRef(new Map<string, string>());
  const submit = (): Promise<void> => {
    const content = `${graceHours} ${lifetime}`;
    const key = keys.current.get(content) ?? crypto.randomUUID();
    keys.current.set(content, key);
    return onRotate(Number(graceHours), lifetime, key);
  };
  return (
    <FormDialog title={named(t.rotate, client.name)} action={t.rotate} onSubmit={submit} onClose={onClose}>
      <p>{t.rotateIntro}</p>
      <SelectField
        label={t.oldSecretEnds}
        value={graceHours}
        onChange={setGraceHours}
        options={GRACE_HOURS.map((hours) => [hours, t.graceHours[hours]])}
        isFocusedFirst
      />
      <LifetimeField label={t.newSecretEnds} value={lifetime} onChange={setLifetime} />
      {graceHours === '0' && <Notice kind="warning">{t.graceNow}</Notice>}
    </FormDialog>
  );
};
