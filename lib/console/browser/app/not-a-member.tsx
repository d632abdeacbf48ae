import type { JSX } from 'preact';
import type { CallApi } from '../api/connection.ts';
import { CopyField } from '../components/copy-field.tsx';
import { StatusRegion } from '../components/status.tsx';
import { type Language, useTexts } from '../language/language.ts';
import { Invitations } from './invitations.tsx';
import { LanguageSelect } from './shell.tsx';
import { shellMessages } from './shell-messages.ts';

interface NotAMemberProps {
  readonly call: CallApi;
  readonly subject: string | undefined;
  readonly onRetry: () => void;
  readonly onSignOut: () => void;
  readonly onLanguage: (language: Language) => void;
}

/** The page for a person who has signed in but is not a member of a company. */
export const NotAMember = ({ call, subject, onRetry, onSignOut, onLanguage }: NotAMemberProps): JSX.Element => {
  const t = useTexts(shellMessages);
  return (
    <div class="front">
      <header>
        <LanguageSelect onChange={onLanguage} />
        <button type="button" onClick={onSignOut}>
          {t.signOut}
        </button>
      </header>
      <main class="card front-card">
        <h1 tabIndex={-1}>{t.noCompanyTitle}</h1>
        <p>{t.noCompany}</p>
        <Invitations call={call} onAccepted={onRetry} />
        <p>{t.noCompanyHow}</p>
        {subject !== undefined && <CopyField label={t.subject} value={subject} />}
        <button type="button" class="primary" onClick={onRetry}>
          {t.tryAgain}
        </button>
      </main>
      <StatusRegion />
    </div>
  );
};
