import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AddMemberRequest, ListMembersResponse } from '../../../../../shared/console-api/members.ts';
import { roles, type Role } from '../../../../../shared/rules/roles.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useMessages } from '../../language/language.ts';
import { roleNames } from '../../session/role-names.ts';
import { membersMessages } from './members-messages.ts';

interface RoleFieldProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
  readonly isFocusedFirst?: boolean;
}

const RoleField = ({ value, onChange, isFocusedFirst = false }: RoleFieldProps): JSX.Element => {
  const t = useMessages(membersMessages);
  const names = useMessages(roleNames);
  return (
    <SelectField
      label={t.role}
      hint={t.roleHint[value]}
      value={value}
      onChange={onChange}
      options={roles.map((role) => [role, names[role]])}
      isFocusedFirst={isFocusedFirst}
    />
  );
};

interface InviteDialogProps {
  readonly addBy: ListMembersResponse['addBy'];
  readonly onInvite: (request: AddMemberRequest) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks whom to add: an address to invite, or an account of the issuer. */
export const InviteDialog = ({ addBy, onInvite, onClose }: InviteDialogProps): JSX.Element => {
  const t = useMessages(membersMessages);
  const [email, setEmail] = useState('');
  const [subject, setSubject] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const byEmail = addBy === 'email';
  const submit = (): Promise<void> =>
    onInvite({
      role,
      ...(email.trim() !== '' && { email: email.trim() }),
      ...(!byEmail && { subject: subject.trim() }),
    });
  return (
    <FormDialog title={t.invite} action={t.invite} onSubmit={submit} onClose={onClose}>
      {!byEmail && (
        <TextField
          label={t.subject}
          hint={t.subjectHint}
          value={subject}
          onInput={setSubject}
          isRequired
          isFocusedFirst
        />
      )}
      <TextField
        type="email"
        label={byEmail ? t.email : t.emailOptional}
        hint={byEmail ? t.emailHint : t.emailOptionalHint}
        value={email}
        onInput={setEmail}
        isRequired={byEmail}
        isFocusedFirst={byEmail}
      />
      <RoleField value={role} onChange={setRole} />
    </FormDialog>
  );
};

interface RoleDialogProps {
  readonly who: string;
  readonly role: Role;
  readonly onChange: (role: Role) => Promise<void>;
  readonly onClose: () => void;
}

export const RoleDialog = ({ who, role: initial, onChange, onClose }: RoleDialogProps): JSX.Element => {
  const t = useMessages(membersMessages);
  const [role, setRole] = useState(initial);
  return (
    <FormDialog title={t.changeOf(who)} action={t.save} onSubmit={() => onChange(role)} onClose={onClose}>
      <RoleField value={role} onChange={setRole} isFocusedFirst />
    </FormDialog>
  );
};
