import type { UserView } from '../../../../../shared/console-api/users.ts';
import { fields } from '../../../../../shared/rules/fields.ts';
import { ActionRow } from '../../components/actions.tsx';
import { TextField, valuesIn } from '../../components/field.tsx';
import { focusHeading } from '../../components/focus.ts';
import { announce, ErrorNotice } from '../../components/notice.tsx';
import { useAttempt } from '../../components/use-load.ts';
import { useTexts } from '../../language/language.ts';
import { ignoreError, useMember } from '../../api/connection.ts';

/** The devices that get a user's pushes. */
export const Devices = ({ user, onChanged }: { user: UserView; onChanged: () => void }) => {
  const t = useTexts('users');
  const { call } = useMember();
  const { error, attempt } = useAttempt();
  const register = async (form: HTMLFormElement): Promise<void> => {
    const endpointArn = valuesIn(form)('arn').trim();
    const { movedFrom } = await call('addDevice', { params: { userId: user.id }, body: { endpointArn } });
    onChanged();
    form.reset();
    announce(movedFrom === undefined ? t.registered : t.format(t.registeredFrom, { id: movedFrom }));
  };
  const remove = async (device: string): Promise<void> => {
    const removal = call('removeDevice', { params: { userId: user.id }, body: { endpointArn: device } });
    await ignoreError(removal, 'device_not_found');
    onChanged();
    focusHeading();
    announce(t.deviceRemoved);
  };
  return (
    <section>
      <h2>{t.devices}</h2>
      <p class="hint">{t.devicesHint}</p>
      {user.devices.length === 0 && <p>{t.noDevices}</p>}
      <ul class="list">
        {user.devices.map((one) => (
          <li key={one}>
            <span class="code">{one}</span>
            <ActionRow
              actions={[
                {
                  text: t.removeDevice,
                  target: one,
                  isDangerous: true,
                  onSelect: () => void attempt(() => remove(one)),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      <ErrorNotice error={error} />
      <form
        class="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void attempt(() => register(form));
        }}
      >
        <TextField label={t.arn} placeholder={t.arnHint} name="arn" required maxLength={fields.endpointArn.maxLength} />
        <button type="submit">{t.register}</button>
      </form>
    </section>
  );
};
