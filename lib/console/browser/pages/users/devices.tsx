import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UserView } from '../../../../../shared/console-api/users.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { actionName } from '../../components/actions.tsx';
import { TextField } from '../../components/field.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { announce } from '../../components/status.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { useTexts } from '../../language/language.ts';
import { useMay, useMember } from '../../session/member.ts';
import { usersMessages } from './users-messages.ts';

interface DevicesProps {
  readonly user: UserView;
  readonly onChange: (user: UserView) => void;
}

/** The devices that get a user's pushes. */
export const Devices = ({ user, onChange }: DevicesProps): JSX.Element => {
  const t = useTexts(usersMessages);
  const { call } = useMember();
  const canChange = useMay('users.change');
  const [arn, setArn] = useState('');
  const { error, attempt } = useAttempt();
  const register = async (): Promise<void> => {
    onChange(await call('addDevice', { params: { userId: user.id }, body: { endpointArn: arn.trim() } }));
    setArn('');
    announce(t.registered);
  };
  const remove = async (device: string): Promise<void> => {
    onChange(await call('removeDevice', { params: { userId: user.id }, body: { endpointArn: device } }));
    announce(t.deviceRemoved);
  };
  return (
    <section class="section">
      <h2>{t.devices}</h2>
      <p class="hint">{t.devicesHint}</p>
      {user.devices.length === 0 && <p>{t.noDevices}</p>}
      <ul class="device-list">
        {user.devices.map((one) => (
          <li key={one}>
            <span class="code">{one}</span>
            {canChange && (
              <button
                type="button"
                class="quiet danger"
                aria-label={actionName(t.removeDevice, one)}
                onClick={() => void attempt(() => remove(one))}
              >
                {t.removeDevice}
              </button>
            )}
          </li>
        ))}
      </ul>
      <ErrorNotice error={error} />
      {canChange && (
        <form
          class="toolbar"
          onSubmit={(event) => {
            event.preventDefault();
            void attempt(register);
          }}
        >
          <TextField
            label={t.arn}
            placeholder={t.arnHint}
            value={arn}
            onInput={setArn}
            isRequired
            isWide
            maxLength={fields.endpointArn.maxLength}
          />
          <button type="submit">{t.register}</button>
        </form>
      )}
    </section>
  );
};
