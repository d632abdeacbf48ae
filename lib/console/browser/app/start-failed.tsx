import type { JSX } from 'preact';
import { Notice } from '../components/notice.tsx';
import { applyLanguage, useLanguage, useTexts } from '../language/language.ts';
import { shellMessages } from './shell-messages.ts';
import { useRetry } from './use-retry.ts';

/** The page that is shown while the settings or the sign-in service cannot be reached. It retries automatically. */
export const StartFailed = ({ onRetry }: { readonly onRetry: () => void }): JSX.Element => {
  const t = useTexts(shellMessages);
  applyLanguage(useLanguage());
  useRetry(true, onRetry);
  return (
    <div class="front">
      <main class="card front-card">
        <h1>{t.product}</h1>
        <Notice kind="error" onRetry={onRetry}>
          {t.issuerUnreachable}
        </Notice>
      </main>
    </div>
  );
};
