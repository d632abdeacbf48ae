import { useState } from 'preact/hooks';
import type { ClientView, NewSecret } from '../../../../../shared/console-api/clients.ts';
import type { BodyOf } from '../../../../../shared/console-api/schemas.ts';
import { scopes, SECRET_LIFETIME_DAYS } from '../../../../../shared/rules/api-clients.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { CheckField, CopyField, SelectField, TextField, type ValueOf } from '../../components/field.tsx';
import { Dialog, FormDialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { actionName, useTexts } from '../../language/language.ts';
import { useLeaveGuard } from '../../navigation/address.tsx';
import { useMember } from '../../api/connection.ts';

/** Asks how long a new secret is valid. */
const LifetimeField = ({ label }: { readonly label: string }) => {
  const t = useTexts('clients');
  const lifetimes = SECRET_LIFETIME_DAYS.map((days) => [String(days), t.format(t.afterDays, { days })] as const);
  return <SelectField label={label} name="expiresInDays" options={[['', t.never], ...lifetimes]} />;
};

const lifetimeIn = (valueOf: ValueOf) => SECRET_LIFETIME_DAYS.find((days) => String(days) === valueOf('expiresInDays'));

interface ClientFormDialogProps {
  readonly title: string;
  readonly action: string;
  /** The client to change; undefined for a new one. */
  readonly client?: ClientView;
  readonly onSubmit: (form: BodyOf<'createClient'>) => Promise<string | undefined>;
}

/** Asks for the name, the scopes and the limits of a new or an existing client. */
export const ClientFormDialog = ({ title, action, client, onSubmit }: ClientFormDialogProps) => {
  const t = useTexts('clients');
  const [hasScope, setHasScope] = useState(true);
  const submit = (valueOf: ValueOf): Promise<string | undefined> => {
    const allowedIps = valueOf('allowedIps').match(/[^\s,;]+/g);
    const form = {
      name: valueOf('name').trim(),
      scopes: scopes.filter((scope) => valueOf(scope) !== ''),
      allowedIps,
      silentAfterHours: valueOf('silentAfterHours') === '' ? null : Number(valueOf('silentAfterHours')),
      expiresInDays: lifetimeIn(valueOf),
    };
    return onSubmit(form);
  };
  return (
    <FormDialog title={title} action={action} isDisabled={!hasScope} onSubmit={submit}>
      <TextField
        label={t.name}
        hint={t.nameHint}
        name="name"
        value={client?.name}
        required
        maxLength={fields.clientName.maxLength}
        autofocus
      />
      <fieldset onChange={({ currentTarget }) => setHasScope(currentTarget.querySelector(':checked') !== null)}>
        <legend>{t.scopes}</legend>
        {scopes.map((scope) => (
          <CheckField
            key={scope}
            label={t.scope[scope]}
            hint={t.scopeHint[scope]}
            name={scope}
            isChecked={client === undefined ? scope === 'checkin' : client.scopes.includes(scope)}
          />
        ))}
        {!hasScope && <span class="field-error">{t.scopeMissing}</span>}
      </fieldset>
      <details
        open={(client?.allowedIps ?? client?.silentAfterHours) !== undefined}
        // A browser neither shows nor focuses an invalid field that is hidden.
        onInvalidCapture={({ currentTarget }) => {
          currentTarget.open = true;
        }}
      >
        <summary>{t.limits}</summary>
        <div class="stack">
          {client === undefined && <LifetimeField label={t.expires} />}
          <TextField
            label={t.allowedIps}
            hint={t.allowedIpsHint}
            name="allowedIps"
            value={client?.allowedIps?.join(' ')}
          />
          <TextField
            type="number"
            label={t.silentAfter}
            hint={t.silentAfterHint}
            name="silentAfterHours"
            value={client?.silentAfterHours?.toString()}
            min={fields.silentAfterHours.min}
            max={fields.silentAfterHours.max}
          />
        </div>
      </details>
    </FormDialog>
  );
};

const GRACE_HOURS = ['24', '1', '72', '168', '0'] as const;

interface RotateDialogProps {
  readonly client: ClientView;
  readonly onSubmit: (rotation: BodyOf<'rotateSecret'>) => Promise<string | undefined>;
}

/** Asks how long the old secret stays valid, and when the new one expires. */
export const RotateDialog = ({ client, onSubmit }: RotateDialogProps) => {
  const t = useTexts('clients');
  const [graceHours, setGraceHours] = useState<(typeof GRACE_HOURS)[number]>('24');
  const submit = (valueOf: ValueOf): Promise<string | undefined> => {
    const rotation = { graceHours: Number(graceHours), expiresInDays: lifetimeIn(valueOf) };
    return onSubmit(rotation);
  };
  return (
    <FormDialog title={actionName(t.rotate, client.name)} action={t.rotate} onSubmit={submit}>
      <p>{t.rotateIntro}</p>
      <SelectField
        label={t.oldSecretEnds}
        value={graceHours}
        onChange={setGraceHours}
        options={GRACE_HOURS.map((hours) => [hours, t.graceHours[hours]])}
        autofocus
      />
      <LifetimeField label={t.newSecretEnds} />
      {graceHours === '0' && <Notice tone="warn">{t.graceNow}</Notice>}
    </FormDialog>
  );
};

interface SecretDialogProps {
  readonly created: NewSecret;
  readonly onDone: () => void;
}

/** Shows a new secret, once. Only "Done" closes the dialog. */
export const SecretDialog = ({ created: { client, clientSecret }, onDone }: SecretDialogProps) => {
  const t = useTexts('clients');
  const { apiUrl } = useMember();
  const [isStored, setIsStored] = useState(false);
  useLeaveGuard(true, t.leave);
  return (
    <Dialog title={t.format(t.secretOf, { name: client.name })} isPersistent>
      <Notice tone="warn">{t.secretOnce}</Notice>
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
