import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { InvitationView } from '../../../../../shared/console-api/members.ts';
import type { BodyOf } from '../../../../../shared/console-api/schemas.ts';
import { roles, type Role } from '../../../../../shared/rules/roles.ts';
import { actionName } from '../../components/actions.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { formatMoment } from '../../components/moment.tsx';
import { useLanguage, useTexts } from '../../language/language.ts';
import { membersMessages } from './members-messages.ts';

/** The e-mail address or account that is invited. */
export const inviteeOf = ({ email, subject = '' }: InvitationView): string => email ?? subject;

interface RoleFieldProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
  readonly isFocusedFirst?: boolean;
}

const RoleField = ({ value, onChange, isFocusedFirst = false }: RoleFieldProps): JSX.Element => {
  const t = useTexts(membersMessages);
  return (
    <SelectField
      label={t.role}
      hint={t.roleHints[value]}
      value={value}
      onChange={onChange}
      options={roles.map((role) => [role, t.roles[role]])}
      isFocusedFirst={isFocusedFirst}
    />
  );
};

interface InviteDialogProps {
  /** Whether the issuer e-mails a password. If so, accounts are identified only by e-mail address. */
  readonly sendsMail: boolean;
  readonly onInvite: (request: BodyOf<'inviteMember'>) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the e-mail address to invite. If the issuer sends no mail, an account ID is accepted instead. */
export const InviteDialog = ({ sendsMail, onInvite, onClose }: InviteDialogProps): JSX.Element => {
  const t = useTexts(membersMessages);
  const [email, setEmail] = useState('');
  const [subject, setSubject] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const submit = (): Promise<void> =>
    onInvite({
      role,
      ...(subject.trim() === '' ? { email: email.trim() } : { subject: subject.trim() }),
    });
  return (
    <FormDialog title={t.invite} action={t.invite} onSubmit={submit} onClose={onClose}>
      <TextField
        type="email"
        label={t.email}
        hint={sendsMail ? t.emailMailedHint : t.emailHint}
        value={email}
        onInput={setEmail}
        isRequired={subject.trim() === ''}
        isFocusedFirst
      />
      {!sendsMail && <TextField label={t.subject} hint={t.subjectHint} value={subject} onInput={setSubject} />}
      <RoleField value={role} onChange={setRole} />
    </FormDialog>
  );
};

interface InvitedDialogProps {
  readonly invitation: InvitationView;
  readonly companyId: string;
  readonly onClose: () => void;
}

/** Shows a text to send to the person, because the issuer might send no mail, or none to people who already have an account. */
export const InvitedDialog = ({ invitation, companyId, onClose }: InvitedDialogProps): JSX.Element => {
  const t = useTexts(membersMessages);
  const language = useLanguage();
  const until = formatMoment(invitation.endsAt, language, 'full');
  const text = t.invitationText(companyId, t.roles[invitation.role], `${location.origin}/console/`, until);
  return (
    <Dialog title={t.invitedTitle(inviteeOf(invitation))} onClose={onClose}>
      <p>{t.invitedHow}</p>
      <CopyField label={t.textToSend} value={text} />
      <div class="dialog-actions">
        <button type="button" class="primary" onClick={onClose}>
          {t.done}
        </button>
      </div>
    </Dialog>
  );
};

interface RoleDialogProps {
  readonly who: string;
  readonly role: Role;
  readonly onChange: (role: Role) => Promise<void>;
  readonly onClose: () => void;
}

export const RoleDialog = ({ who, role: initial, onChange, onClose }: RoleDialogProps): JSX.Element => {
  const t = useTexts(membersMessages);
  const [role, setRole] = useState(initial);
  return (
    <FormDialog title={actionName(t.change, who)} action={t.save} onSubmit={() => onChange(role)} onClose={onClose}>
      <RoleField value={role} onChange={setRole} isFocusedFirst />
    </FormDialog>
  );
};
