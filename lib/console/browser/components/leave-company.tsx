import { type CallApi, ignoreError } from '../api/connection.ts';
import { useTexts } from '../language/language.ts';
import { ConfirmDialog, openDialog } from './dialog.tsx';

/** A button with which a member ends their own membership. */
export const LeaveCompany = ({ call, companyId }: { call: CallApi; companyId: string }) => {
  const t = useTexts();
  const leave = async (): Promise<undefined> => {
    await ignoreError(call('leave', {}), 'not_a_member');
    location.assign('/console/');
  };
  const title = t.format(t.leaveCompany, { company: companyId });
  const confirm = (): void =>
    openDialog(<ConfirmDialog title={title} warning={t.leaveWarning} confirmText={t.leave} onConfirm={leave} />);
  return (
    <button type="button" class="quiet danger" onClick={confirm}>
      {title}
    </button>
  );
};
