import { render } from 'preact';
import { App } from './app/app.tsx';
import { StartFailed } from './app/start-failed.tsx';
import { loadConfig } from './session/config.ts';
import { startSession } from './session/session.ts';

const root = document.querySelector('#console');
if (root === null) throw new Error('index.html has no place for the console.');

const start = async (): Promise<void> => {
  const query = new URLSearchParams(location.search);
  try {
    const { session, isSignedIn, hasFailed } = await startSession(await loadConfig());
    // This window was opened only to sign in again for another one.
    if (query.has('renew')) await session.signIn();
    else render(<App session={session} isSignedIn={isSignedIn} hasSignInFailed={hasFailed} />, root);
  } catch {
    render(<StartFailed onRetry={() => void start()} />, root);
  }
};

await start();
