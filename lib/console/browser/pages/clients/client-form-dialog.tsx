import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { scopes as allScopes, type Scope } from '../../../../../shared/rules/api-clients.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { CheckField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useMessages } from '../../language/language.ts';
import { clientsMessages } from './clients-messages.ts';

export interface ClientForm {
  readonly name: string;
  readonly scopes: Scope[];
}

interface ClientFormDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial: ClientForm;
  /** @param idempotencyKey stays the same for every attempt with the same content */
  readonly onSubmit: (form: ClientForm, idempotencyKey: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name and the scopes of a new or an existing client. */
export const ClientFormDialog = ({ title, action, initial, onSubmit, onClose }: ClientFormDialogProps): JSX.Element => {
  const t = useMessages(clientsMessages);
  const [name, setName] = useState(initial.name);
  const [scopes, setScopes] = useState<readonly Scope[]>(initial.scopes);
  const attempt = useRef({ content: '', key: '' });
  const submit = async (): Promise<void> => {
    const form: ClientForm = { name: name.trim(), scopes: allScopes.filter((scope) => scopes.includes(scope)) };
    const content = JSON.stringify(form);
    if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
    await onSubmit(form, attempt.current.key);
  };
  return (
    <FormDialog title={title} action={action} isDisabled={scopes.length === 0} onSubmit={submit} onClose={onClose}>
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
    </FormDialog>
  );
};
