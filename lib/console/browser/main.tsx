import { type JSX, render } from 'preact';
import { App } from './app/app.tsx';
import { LanguageProvider, SignedOut, StartFailed } from './app/front.tsx';
import { loadConfig, startSession } from './session/session.ts';

const root = document.querySelector('#console');
if (root === null) throw new Error('index.html has no element #console.');

const show = (page: JSX.Element): void => render(<LanguageProvider>{page}</LanguageProvider>, root);

const restart = (): void => void start();

const start = async (): Promise<void> => {
  try {
    const config = await loadConfig();
    const { session, isSignedIn, hasFailed } = await startSession(config);
    if (isSignedIn) show(<App session={session} apiUrl={config.apiUrl} />);
    else show(<SignedOut hasFailed={hasFailed} onSignIn={session.signIn} />);
  } catch {
    show(<StartFailed onRetry={restart} />);
  }
};

await start();
