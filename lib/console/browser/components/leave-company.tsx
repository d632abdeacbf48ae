import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CallApi } from '../api/connection.ts';
import { useTexts } from '../language/language.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveCompanyProps {
  readonly call: CallApi;
  readonly companyId: string;
}

/** A button with which a member ends their own membership. */
export const LeaveCompany = ({ call, companyId }: LeaveCompanyProps): JSX.Element => {
  const t = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet danger" onClick={() => setIsOpen(true)}>
        {t.leaveCompany(companyId)}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={t.leaveCompany(companyId)}
          warning={t.leaveWarning}
          action={t.leave}
          onClose={() => setIsOpen(false)}
          onConfirm={async () => {
            await call('leave', {});
            location.assign('/console/');
          }}
        />
      )}
    </>
  );
};
