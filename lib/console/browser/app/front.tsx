import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { isLanguageTag } from '../../../../shared/rules/languages.ts';
import {
  applyLanguage,
  type Language,
  LanguageContext,
  LANGUAGES,
  type LoadedLanguage,
  loadLanguage,
  useLanguageContext,
  useTexts,
} from '../language/language.ts';
import { CopyField } from '../components/field.tsx';
import { announce, Notice, StatusRegion } from '../components/notice.tsx';
import { useRetry } from '../components/use-load.ts';

interface LanguageProviderProps {
  readonly initial: LoadedLanguage;
  readonly children: ComponentChildren;
}

/** Shows its children in the language that {@link LanguageSelect} chooses. */
export const LanguageProvider = ({ initial, children }: LanguageProviderProps) => {
  const [loaded, setLoaded] = useState(initial);
  const [chosen, choose] = useState<Language>(initial.language);
  applyLanguage(loaded.language);
  useLayoutEffect(() => {
    if (chosen === loaded.language) return;
    let isLatest = true;
    const load = async (): Promise<void> => {
      try {
        const next = await loadLanguage(chosen);
        if (isLatest) setLoaded(next);
      } catch {
        if (!isLatest) return;
        announce(loaded.texts.shell.languageFailed);
        choose(loaded.language);
      }
    };
    void load();
    return () => {
      isLatest = false;
    };
  }, [chosen]);
  const context = useMemo(() => ({ ...loaded, chosen, choose }), [loaded, chosen]);
  return <LanguageContext.Provider value={context}>{children}</LanguageContext.Provider>;
};

export const LanguageSelect = () => {
  const { chosen, choose } = useLanguageContext();
  return (
    <select
      class="language"
      aria-label={useTexts('shell').language}
      value={chosen}
      onChange={({ currentTarget: { value } }) => {
        if (isLanguageTag(value)) choose(value);
      }}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
};

/** The product's logo. */
export const Logo = () => (
  <svg class="icon" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="#0f5bd0" stroke="none" />
    <path d="M8.5 16.5l5 5L23.5 11" stroke="#fff" stroke-width="3.2" />
  </svg>
);

interface FrontProps {
  readonly title: string;
  readonly onSignOut?: () => void;
  readonly children: ComponentChildren;
}

/** The frame of a page for somebody who cannot use the console yet. */
const Front = ({ title, onSignOut, children }: FrontProps) => {
  const t = useTexts('shell');
  return (
    <div class="front">
      <header>
        <LanguageSelect />
        {onSignOut && <button onClick={onSignOut}>{t.signOut}</button>}
      </header>
      <main class="card front-card">
        <Logo />
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </main>
      <StatusRegion />
    </div>
  );
};

/** The page that is shown while the settings or the sign-in service cannot be reached. It retries automatically. */
export const StartFailed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useTexts('shell');
  useRetry(true, onRetry);
  return (
    <Front title={t.product}>
      <Notice onRetry={onRetry}>{t.issuerUnreachable}</Notice>
    </Front>
  );
};

/** The page for a person who is not signed in. @param hasFailed whether the last attempt to sign in failed */
export const SignedOut = ({ hasFailed, onSignIn }: { hasFailed: boolean; onSignIn: () => Promise<void> }) => {
  const t = useTexts('shell');
  const [state, setState] = useState<'idle' | 'redirecting' | 'unreachable'>('idle');
  const signIn = (): void => {
    setState('redirecting');
    onSignIn().catch(() => setState('unreachable'));
  };
  return (
    <Front title={t.product}>
      <p class="intro">{t.signedOutIntro}</p>
      {hasFailed && state === 'idle' && <Notice>{t.signInFailed}</Notice>}
      {state === 'unreachable' && <Notice>{t.issuerUnreachable}</Notice>}
      <button type="button" class="primary" disabled={state === 'redirecting'} onClick={signIn}>
        {t.signIn}
      </button>
      <ul class="points">
        {t.signedOutPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Front>
  );
};

interface NotAMemberProps {
  readonly subject: string | undefined;
  /** Whether a company has invited the person. */
  readonly isInvited: boolean;
  /** The person's invitations. */
  readonly children: ComponentChildren;
  readonly onRetry: () => void;
  readonly onSignOut: () => void;
}

/** The page for a person who has signed in but is not a member of a company. */
export const NotAMember = ({ subject, isInvited, children, onRetry, onSignOut }: NotAMemberProps) => {
  const t = useTexts('shell');
  return (
    <Front title={isInvited ? t.invitedTitle : t.noCompanyTitle} onSignOut={onSignOut}>
      {!isInvited && <p>{t.noCompany}</p>}
      {children}
      {!isInvited && <p>{t.noCompanyHow}</p>}
      {subject !== undefined && <CopyField label={t.subject} value={subject} />}
      {!isInvited && (
        <button type="button" class="primary" onClick={onRetry}>
          {t.tryAgain}
        </button>
      )}
    </Front>
  );
};
