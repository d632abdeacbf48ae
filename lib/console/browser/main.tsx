import { type JSX, render } from 'preact';
import { TIMEOUT_MS } from './api/connection.ts';
import { sendFirstRead } from './api/first-read.ts';
import { App } from './app/app.tsx';
import { prefetchPage } from './app/page-loader.tsx';
import { LanguageProvider, SignedOut, StartFailed } from './app/front.tsx';
import { initialLanguage, type LoadedLanguage, loadLanguage } from './language/language.ts';
import { loadConfig, startSession } from './session/session.ts';

const root = document.querySelector('#console');
if (root === null) throw new Error('index.html has no element #console.');

const RETRY_MS = 5_000;

/** Without texts there is nothing to show, so this tries until they are there. */
const loadTexts = (): Promise<LoadedLanguage> =>
  loadLanguage(initialLanguage()).catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return loadTexts();
  });

// After "back", a browser may show a page as it was when the person left it, even if they have signed out since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

const texts = loadTexts();

const show = async (page: JSX.Element): Promise<void> =>
  render(<LanguageProvider initial={await texts}>{page}</LanguageProvider>, root);

const restart = (): void => void start();

const start = async (): Promise<void> => {
  try {
    const config = await loadConfig();
    const { session, token, hasFailed } = await startSession(config);
    if (token !== undefined) {
      sendFirstRead(token, initialLanguage(), TIMEOUT_MS);
      prefetchPage(location.pathname);
      await show(<App session={session} apiUrl={config.apiUrl} />);
    } else await show(<SignedOut hasFailed={hasFailed} onSignIn={session.signIn} />);
  } catch {
    await show(<StartFailed onRetry={restart} />);
  }
};

await start();
