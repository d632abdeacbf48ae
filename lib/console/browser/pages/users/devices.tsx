import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UserView } from '../../../../../shared/console-api/users.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { named } from '../../components/actions.tsx';
import { TextField } from '../../components/field.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { announce } from '../../components/status.tsx';
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
  const { api } = useMember();
  const canChange = useMay('users.change');
  const [arn, setArn] = useState('');
  const [error, setError] = useState<Error>();
  const change = async (action: () => Promise<UserView>, message: string): Promise<boolean> => {
    setError(undefined);
    try {
      onChange(await action());
      announce(message);
      return true;
    } catch (problem) {
      setError(problem as Error);
      return false;
    }
  };
  const register = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await change(() => api.addDevice(user.id, arn.trim()), t.registered)) setArn('');
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
                aria-label={named(t.removeDevice, one)}
                onClick={() => void change(() => api.removeDevice(user.id, one), t.deviceRemoved)}
              >
                {t.removeDevice}
              </button>
            )}
          </li>
        ))}
      </ul>
      {error !== undefined && <ErrorNotice error={error} />}
      {canChange && (
        <form class="toolbar" onSubmit={(event) => void register(event)}>
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
