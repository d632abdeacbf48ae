import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { Logo } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { type Language, useTexts } from '../language/language.ts';
import { LanguageSelect } from './shell.tsx';
import { shellMessages } from './shell-messages.ts';

interface SignedOutProps {
  /** Whether the last attempt to sign in failed. */
  readonly hasFailed: boolean;
  readonly onSignIn: () => Promise<void>;
  readonly onLanguage: (language: Language) => void;
}

/** The page for a person who is not signed in. */
export const SignedOut = ({ hasFailed, onSignIn, onLanguage }: SignedOutProps): JSX.Element => {
  const t = useTexts(shellMessages);
  const [state, setState] = useState<'idle' | 'redirecting' | 'unreachable'>('idle');
  const signIn = async (): Promise<void> => {
    setState('redirecting');
    try {
      await onSignIn();
    } catch {
      setState('unreachable');
    }
  };
  return (
    <div class="front">
      <header>
        <LanguageSelect onChange={onLanguage} />
      </header>
      <main class="card front-card">
        <Logo />
        <h1 tabIndex={-1}>{t.product}</h1>
        <p class="intro">{t.signedOutIntro}</p>
        {hasFailed && state === 'idle' && <Notice kind="error">{t.signInFailed}</Notice>}
        {state === 'unreachable' && <Notice kind="error">{t.issuerUnreachable}</Notice>}
        <button type="button" class="primary" disabled={state === 'redirecting'} onClick={() => void signIn()}>
          {t.signIn}
        </button>
        <ul class="points">
          {t.signedOutPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </main>
    </div>
  );
};

/**
 * A dialog that covers the page if a request fails because the sign-in has expired. After the person has signed in again in
 * another window, the page repeats that request, so that nothing typed is lost.
 */
export const ExpiredDialog = ({ onSignIn }: Pick<SignedOutProps, 'onSignIn'>): JSX.Element => {
  const t = useTexts(shellMessages);
  const [hasFailed, setHasFailed] = useState(false);
  const signIn = (): void => {
    setHasFailed(false);
    onSignIn().catch(() => setHasFailed(true));
  };
  return (
    <Dialog title={t.expiredTitle} isPersistent>
      <p>{t.expired}</p>
      {hasFailed && <Notice kind="error">{t.signInFailed}</Notice>}
      <div class="dialog-actions">
        <button type="button" class="primary" onClick={signIn} data-autofocus>
          {t.expiredAction}
        </button>
      </div>
    </Dialog>
  );
};
