import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { NewSecretResponse } from '../../../../../shared/console-api/clients.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../language/language.ts';
import { useLeaveGuard } from '../../navigation/address.ts';
import { useMember } from '../../session/member.ts';
import { clientsMessages } from './clients-messages.ts';

interface SecretDialogProps {
  readonly created: NewSecretResponse;
  readonly onDone: () => void;
}

/** Shows a new secret, once. Only "Done" closes the dialog. */
export const SecretDialog = ({ created: { client, clientSecret }, onDone }: SecretDialogProps): JSX.Element => {
  const t = useTexts(clientsMessages);
  const { apiUrl } = useMember();
  const [isStored, setIsStored] = useState(false);
  useLeaveGuard(true, t.leave);
  return (
    <Dialog title={t.secretOf(client.name)}>
      <Notice kind="warning">{t.secretOnce}</Notice>
      {apiUrl !== undefined && <CopyField label={t.apiUrl} value={apiUrl} />}
      <CopyField label={t.clientId} value={client.clientId} />
      <CopyField label={t.clientSecret} value={clientSecret} />
      <CheckField label={t.stored} isChecked={isStored} onChange={setIsStored} />
      <div class="dialog-actions">
        <button type="button" class="primary" disabled={!isStored} onClick={onDone}>
          {t.done}
        </button>
      </div>
    </Dialog>
  );
};
