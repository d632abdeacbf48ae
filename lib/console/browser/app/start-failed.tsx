import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../components/notice.tsx';
import { LanguageContext, applyLanguage, initialLanguage } from '../language/language.ts';
import { productName } from '../navigation/page-titles.ts';
import { shellMessages } from './shell-messages.ts';

const RETRY_MS = 5_000;

/** Shown while the settings or the sign-in service cannot be reached. It tries again by itself. */
export const StartFailed = ({ onRetry }: { readonly onRetry: () => void }): JSX.Element => {
  const [language] = useState(initialLanguage);
  applyLanguage(language);
  const t = shellMessages[language];
  useEffect(() => {
    const timer = setInterval(onRetry, RETRY_MS);
    addEventListener('online', onRetry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', onRetry);
    };
  }, [onRetry]);
  return (
    <LanguageContext.Provider value={language}>
      <div class="front">
        <main class="front-card">
          <h1>{productName[language]}</h1>
          <Notice kind="error" onRetry={onRetry}>
            {t.issuerAway}
          </Notice>
        </main>
      </div>
    </LanguageContext.Provider>
  );
};
