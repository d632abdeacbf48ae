import type { JSX } from 'preact';
import type { CallApi } from '../api/connection.ts';
import { useTexts } from '../language/language.ts';
import { ConfirmDialog } from './form-dialog.tsx';
import { openDialog } from './dialog.tsx';

interface LeaveCompanyProps {
  readonly call: CallApi;
  readonly companyId: string;
}

/** A button with which a member ends their own membership. */
export const LeaveCompany = ({ call, companyId }: LeaveCompanyProps): JSX.Element => {
  const t = useTexts();
  const leave = async (): Promise<undefined> => {
    await call('leave', {});
    location.assign('/console/');
  };
  const title = t.leaveCompany(companyId);
  const confirm = (): void =>
    openDialog(<ConfirmDialog title={title} warning={t.leaveWarning} action={t.leave} onConfirm={leave} />);
  return (
    <button type="button" class="quiet danger" onClick={confirm}>
      {title}
    </button>
  );
};
