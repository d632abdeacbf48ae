import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { BodyOf, ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { CheckField, TextField } from '../../components/field.tsx';
import { toFieldValue } from '../../components/local-day.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { parseUserId } from '../../components/user-id.ts';
import { useTexts } from '../../language/language.ts';
import { setQuery, useAddress } from '../../navigation/address.ts';
import { useMember } from '../../session/member.ts';
import { tryMessages } from './try-messages.ts';
import { TryResult } from './try-result.tsx';

const TEXT_FIELDS = ['id', 'uid', 'email', 'date', 'reader'] as const;
type Fields = Readonly<Record<(typeof TEXT_FIELDS)[number], string>>;

/** The label of a field of the request, and the field's name in the API, for developers of gate software. */
const FieldLabel = ({ name }: { readonly name: keyof Fields | 'notify' }): JSX.Element => (
  <>
    {useTexts(tryMessages).labels[name]} <code class="hint">{name}</code>
  </>
);

export const TryPage = (): JSX.Element => {
  const t = useTexts(tryMessages);
  const { call } = useMember();
  const { query } = useAddress();
  /** A date-time in the URL, usually with an offset. */
  const [given] = useState(() => query.get('date') ?? '');
  /** The same time as a value of the field; empty if `given` is not a date-time. */
  const givenTime = Number.isNaN(Date.parse(given)) ? '' : toFieldValue(given);
  const [fields, setFields] = useState<Fields>(() => ({
    id: query.get('id') ?? '',
    uid: '',
    email: '',
    date: givenTime,
    reader: '',
  }));
  const [notify, setNotify] = useState(false);
  const [problems, setProblems] = useState<{ readonly id?: string; readonly date?: string; readonly form?: string }>(
    given !== '' && givenTime === '' ? { date: t.badDay(given) } : {},
  );
  const [result, setResult] = useState<ResponseOf<'tryCheckin'>>();
  const { isBusy, error, attempt } = useAttempt();

  const read = (): BodyOf<'tryCheckin'> | undefined => {
    const { id, uid, email, date, reader } = Object.fromEntries(
      TEXT_FIELDS.map((name) => [name, fields[name].trim()]),
    ) as Fields;
    const newProblems = {
      ...(id !== '' && parseUserId(id) === undefined && { id: t.badUserId }),
      ...(id === '' && uid === '' && email === '' && { form: t.needsOne }),
    };
    setProblems(newProblems);
    if (Object.keys(newProblems).length > 0) return undefined;
    // An unchanged time is sent as it was given: when clocks go back, the field alone would not say which of two hours is meant.
    const moment = date === '' ? undefined : new Date(date === givenTime ? given : date).toISOString();
    return {
      ...(id !== '' && { id: Number(id) }),
      ...(uid !== '' && { uid }),
      ...(email !== '' && { email }),
      ...(moment !== undefined && { date: moment }),
      ...(reader !== '' && { reader }),
      ...(notify && { notify }),
    };
  };

  const run = async (): Promise<void> => {
    const request = read();
    if (request === undefined) return;
    // The URL names the user only by id, never by e-mail address.
    setQuery({ id: fields.id.trim(), date: request.date ?? '' });
    if (!(await attempt(async () => setResult(await call('tryCheckin', { body: request }))))) setResult(undefined);
  };
  // If the URL already names a user (after following a link or signing in), the result is shown at once.
  useEffect(() => {
    if (fields.id !== '' && problems.date === undefined) void run();
  }, []);

  const field = (name: keyof Fields, problem?: string): JSX.Element => (
    <TextField
      label={<FieldLabel name={name} />}
      type={name === 'date' ? 'datetime-local' : 'text'}
      error={problem}
      value={fields[name]}
      onInput={(value) => setFields({ ...fields, [name]: value })}
    />
  );
  return (
    <>
      <PageHeader title={t.titles.try} intro={t.intro} />
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div class="field-grid">
          {field('id', problems.id)}
          {field('uid')}
          {field('email')}
          {field('date', problems.date)}
          {field('reader')}
          <CheckField label={<FieldLabel name="notify" />} isChecked={notify} onChange={setNotify} />
        </div>
        {problems.form !== undefined && (
          <p class="field-error" role="alert">
            {problems.form}
          </p>
        )}
        <div class="actions">
          <button type="submit" class="primary" aria-busy={isBusy}>
            {t.run}
          </button>
        </div>
      </form>
      <section class="section">
        <ErrorNotice error={error} />
        {result !== undefined && <TryResult result={result} />}
      </section>
    </>
  );
};
