import { useState } from 'preact/hooks';
import type { InvitationView } from '../../../../../shared/console-api/members.ts';
import type { BodyOf } from '../../../../../shared/console-api/schemas.ts';
import { type Role, roles } from '../../../../../shared/rules/roles.ts';
import { CopyField, SelectField, TextField, type ValueOf } from '../../components/field.tsx';
import { closeDialog, Dialog, FormDialog } from '../../components/dialog.tsx';
import { formatMoment } from '../../components/moment.tsx';
import { actionName, useLanguage, useTexts } from '../../language/language.ts';

/** The e-mail address or account that is invited. */
export const inviteeOf = ({ email, subject = '' }: InvitationView): string => email ?? subject;

/** Asks for a role, and says what the chosen one may do. */
const RoleField = ({ role: initial, autofocus = false }: { readonly role: Role; readonly autofocus?: boolean }) => {
  const t = useTexts('members');
  const [role, setRole] = useState(initial);
  return (
    <SelectField
      label={t.role}
      hint={t.roleHints[role]}
      name="role"
      value={role}
      onChange={setRole}
      options={roles.map((one) => [one, t.roles[one]])}
      autofocus={autofocus}
    />
  );
};

const roleIn = (valueOf: ValueOf): Role => valueOf('role') as Role;

interface InviteDialogProps {
  /** Whether the issuer e-mails a password. If so, accounts are identified only by e-mail address. */
  readonly sendsMail: boolean;
  readonly onSubmit: (request: BodyOf<'inviteMember'>) => Promise<undefined>;
}

/** Asks for the e-mail address to invite. If the issuer sends no mail, an account ID is accepted instead. */
export const InviteDialog = ({ sendsMail, onSubmit }: InviteDialogProps) => {
  const t = useTexts('members');
  const [subject, setSubject] = useState('');
  const submit = (valueOf: ValueOf): Promise<undefined> =>
    onSubmit({
      role: roleIn(valueOf),
      ...(subject.trim() === '' ? { email: valueOf('email').trim() } : { subject: subject.trim() }),
    });
  return (
    <FormDialog title={t.invite} action={t.invite} onSubmit={submit}>
      <TextField
        inputMode="email"
        label={t.email}
        hint={sendsMail ? t.emailMailedHint : t.emailHint}
        name="email"
        required={subject.trim() === ''}
        autofocus
      />
      {!sendsMail && <TextField label={t.subject} hint={t.subjectHint} value={subject} onInput={setSubject} />}
      <RoleField role="viewer" />
    </FormDialog>
  );
};

/** Shows a text to send to the person, because the issuer might send no mail, or none to people who already have an account. */
export const InvitedDialog = ({ invitation, companyId }: { invitation: InvitationView; companyId: string }) => {
  const t = useTexts('members');
  const language = useLanguage();
  const until = formatMoment(invitation.endsAt, language, 'zoned');
  const text = t.format(t.invitationText, {
    company: companyId,
    role: t.roles[invitation.role],
    link: `${location.origin}/console/`,
    until,
  });
  return (
    <Dialog title={t.format(t.invitedTitle, { who: inviteeOf(invitation) })}>
      <p>{t.invitedHow}</p>
      <CopyField label={t.textToSend} value={text} isLong />
      <div class="dialog-actions">
        <button type="button" class="primary" onClick={closeDialog}>
          {t.done}
        </button>
      </div>
    </Dialog>
  );
};

interface RoleDialogProps {
  readonly who: string;
  readonly role: Role;
  readonly onSubmit: (role: Role) => Promise<string | undefined>;
}

export const RoleDialog = ({ who, role, onSubmit }: RoleDialogProps) => {
  const t = useTexts('members');
  return (
    <FormDialog title={actionName(t.change, who)} action={t.save} onSubmit={(valueOf) => onSubmit(roleIn(valueOf))}>
      <RoleField role={role} autofocus />
    </FormDialog>
  );
};
