import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ClientView } from '../../../../../shared/console-api/clients.ts';
import { scopes as allScopes, type Scope, SECRET_LIFETIME_DAYS } from '../../../../../shared/rules/api-clients.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useTexts } from '../../language/language.ts';
import { clientsMessages } from './clients-messages.ts';

export type Lifetime = 'none' | `${(typeof SECRET_LIFETIME_DAYS)[number]}`;

export interface ClientForm {
  readonly name: string;
  readonly scopes: Scope[];
  readonly allowedIps: string[] | null;
  readonly silentAfterHours: number | null;
}

interface ClientFormDialogProps {
  readonly title: string;
  readonly action: string;
  /** The client to change; undefined for a new one. */
  readonly initial?: ClientView;
  /** @param idempotencyKey stays the same for every attempt with the same content */
  readonly onSubmit: (form: ClientForm, lifetime: Lifetime, idempotencyKey: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks how long a new secret is valid. */
export const LifetimeField = (props: {
  readonly label: string;
  readonly value: Lifetime;
  readonly onChange: (lifetime: Lifetime) => void;
}): JSX.Element => {
  const t = useTexts(clientsMessages);
  const values: readonly Lifetime[] = ['none', ...SECRET_LIFETIME_DAYS.map((days) => `${days}` as const)];
  return <SelectField {...props} options={values.map((one) => [one, t.lifetimes[one]])} />;
};

/** `{expiresInDays}` for a request, if the secret expires. */
export const expiryOf = (lifetime: Lifetime): { expiresInDays?: (typeof SECRET_LIFETIME_DAYS)[number] } => {
  const days = SECRET_LIFETIME_DAYS.find((one) => `${one}` === lifetime);
  return days === undefined ? {} : { expiresInDays: days };
};

const { min, max } = fields.silentAfterHours;

/** Asks for the name, the scopes and the limits of a new or an existing client. */
export const ClientFormDialog = ({ title, action, initial, onSubmit, onClose }: ClientFormDialogProps): JSX.Element => {
  const t = useTexts(clientsMessages);
  const [name, setName] = useState(initial?.name ?? '');
  const [scopes, setScopes] = useState<readonly Scope[]>(initial?.scopes ?? ['checkin']);
  const [networks, setNetworks] = useState(initial?.allowedIps?.join(' ') ?? '');
  const [hours, setHours] = useState(String(initial?.silentAfterHours ?? ''));
  const [lifetime, setLifetime] = useState<Lifetime>('none');
  const attempt = useRef({ content: '', key: '' });
  const isBadHours =
    hours.trim() !== '' && !(/^\d+$/.test(hours.trim()) && Number(hours) >= min && Number(hours) <= max);
  const submit = async (): Promise<void> => {
    const allowedIps = networks.split(/[\s,;]+/).filter((one) => one !== '');
    const form: ClientForm = {
      name: name.trim(),
      scopes: allScopes.filter((scope) => scopes.includes(scope)),
      allowedIps: allowedIps.length === 0 ? null : allowedIps,
      silentAfterHours: hours.trim() === '' ? null : Number(hours),
    };
    const content = JSON.stringify([form, lifetime]);
    if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
    await onSubmit(form, lifetime, attempt.current.key);
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
          {initial === undefined && <LifetimeField label={t.expires} value={lifetime} onChange={setLifetime} />}
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
