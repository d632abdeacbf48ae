import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Notice } from '../components/notice.tsx';
import { LanguageContext, applyLanguage, initialLanguage } from '../language/language.ts';
import { productName } from '../navigation/page-titles.ts';
import { shellMessages } from './shell-messages.ts';
import { useRetry } from './use-retry.ts';

/** Shown while the settings or the sign-in service cannot be reached. It tries again by itself. */
export const StartFailed = ({ onRetry }: { readonly onRetry: () => void }): JSX.Element => {
  const [language] = useState(initialLanguage);
  applyLanguage(language);
  const t = shellMessages[language];
  useRetry(true, onRetry);
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
