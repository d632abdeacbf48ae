import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ClientView, NewSecret } from '../../../../../shared/console-api/clients.ts';
import type { BodyOf } from '../../../../../shared/console-api/schemas.ts';
import { scopes as allScopes, type Scope, SECRET_LIFETIME_DAYS } from '../../../../../shared/rules/api-clients.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { actionName } from '../../components/actions.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../language/language.ts';
import { useLeaveGuard } from '../../navigation/address.ts';
import { useMember } from '../../session/member.ts';
import { clientsMessages } from './clients-messages.ts';

type LifetimeDays = (typeof SECRET_LIFETIME_DAYS)[number];

/** @returns a function that returns the Idempotency-Key of the previous call, or a new one if the content has changed since */
const useIdempotencyKey = (): ((content: unknown) => string) => {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    return last.current.key;
  };
};

interface LifetimeFieldProps {
  readonly label: string;
  /** Undefined if the secret never expires. */
  readonly days: LifetimeDays | undefined;
  readonly onChange: (days: LifetimeDays | undefined) => void;
}

/** Asks how long a new secret is valid. */
const LifetimeField = ({ label, days, onChange }: LifetimeFieldProps): JSX.Element => {
  const t = useTexts(clientsMessages);
  return (
    <SelectField
      label={label}
      value={String(days ?? '')}
      onChange={(value) => onChange(SECRET_LIFETIME_DAYS.find((one) => String(one) === value))}
      options={[['', t.never], ...SECRET_LIFETIME_DAYS.map((one) => [String(one), t.afterDays(one)] as const)]}
    />
  );
};

interface ClientFormDialogProps {
  readonly title: string;
  readonly action: string;
  /** The client to change; undefined for a new one. */
  readonly initial?: ClientView;
  readonly onSubmit: (form: BodyOf<'createClient'>, idempotencyKey: string) => Promise<void>;
  readonly onClose: () => void;
}

const { min, max } = fields.silentAfterHours;

/** Asks for the name, the scopes and the limits of a new or an existing client. */
export const ClientFormDialog = ({ title, action, initial, onSubmit, onClose }: ClientFormDialogProps): JSX.Element => {
  const t = useTexts(clientsMessages);
  const [name, setName] = useState(initial?.name ?? '');
  const [scopes, setScopes] = useState<Scope[]>(initial?.scopes ?? ['checkin']);
  const [networks, setNetworks] = useState(initial?.allowedIps?.join(' ') ?? '');
  const [hours, setHours] = useState(String(initial?.silentAfterHours ?? ''));
  const [expiresInDays, setExpiresInDays] = useState<LifetimeDays>();
  const keyFor = useIdempotencyKey();
  const isBadHours =
    hours.trim() !== '' && !(/^\d+$/.test(hours.trim()) && Number(hours) >= min && Number(hours) <= max);
  const submit = (): Promise<void> => {
    const allowedIps = networks.split(/[\s,;]+/).filter((one) => one !== '');
    const form = {
      name: name.trim(),
      scopes,
      allowedIps: allowedIps.length === 0 ? null : allowedIps,
      silentAfterHours: hours.trim() === '' ? null : Number(hours),
      expiresInDays,
    };
    return onSubmit(form, keyFor(form));
  };
  return (
    <FormDialog
      title={title}
      action={action}
      isDisabled={scopes.length === 0 || isBadHours}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        hint={t.nameHint}
        value={name}
        onInput={setName}
        isRequired
        maxLength={fields.clientName.maxLength}
        isFocusedFirst
      />
      <fieldset>
        <legend>{t.scopes}</legend>
        {allScopes.map((scope) => (
          <CheckField
            key={scope}
            label={t.scope[scope]}
            hint={t.scopeHint[scope]}
            isChecked={scopes.includes(scope)}
            onChange={(isChecked) => setScopes(isChecked ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
          />
        ))}
        {scopes.length === 0 && <span class="field-error">{t.scopeMissing}</span>}
      </fieldset>
      <details open={(initial?.allowedIps ?? initial?.silentAfterHours) !== undefined}>
        <summary>{t.limits}</summary>
        <div class="stack">
          {initial === undefined && (
            <LifetimeField label={t.expires} days={expiresInDays} onChange={setExpiresInDays} />
          )}
          <TextField label={t.allowedIps} hint={t.allowedIpsHint} value={networks} onInput={setNetworks} />
          <TextField
            label={t.silentAfter}
            hint={t.silentAfterHint}
            error={isBadHours ? t.badHours : undefined}
            value={hours}
            onInput={setHours}
            inputMode="numeric"
          />
        </div>
      </details>
    </FormDialog>
  );
};

const GRACE_HOURS = ['24', '1', '72', '168', '0'] as const;

interface RotateDialogProps {
  readonly client: ClientView;
  readonly onRotate: (rotation: BodyOf<'rotateSecret'>, idempotencyKey: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks how long the old secret stays valid, and when the new one expires. */
export const RotateDialog = ({ client, onRotate, onClose }: RotateDialogProps): JSX.Element => {
  const t = useTexts(clientsMessages);
  const [graceHours, setGraceHours] = useState<(typeof GRACE_HOURS)[number]>('24');
  const [expiresInDays, setExpiresInDays] = useState<LifetimeDays>();
  const keyFor = useIdempotencyKey();
  const submit = (): Promise<void> => {
    const rotation = { graceHours: Number(graceHours), expiresInDays };
    return onRotate(rotation, keyFor(rotation));
  };
  return (
    <FormDialog title={actionName(t.rotate, client.name)} action={t.rotate} onSubmit={submit} onClose={onClose}>
      <p>{t.rotateIntro}</p>
      <SelectField
        label={t.oldSecretEnds}
        value={graceHours}
        onChange={setGraceHours}
        options={GRACE_HOURS.map((hours) => [hours, t.graceHours[hours]])}
        isFocusedFirst
      />
      <LifetimeField label={t.newSecretEnds} days={expiresInDays} onChange={setExpiresInDays} />
      {graceHours === '0' && <Notice kind="warning">{t.graceNow}</Notice>}
    </FormDialog>
  );
};

interface SecretDialogProps {
  readonly created: NewSecret;
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
