import { render } from 'preact';
import { App } from './app/app.tsx';
import { StartFailed } from './app/start-failed.tsx';
import { loadConfig } from './session/config.ts';
import { startSession } from './session/session.ts';

const root = document.querySelector('#console');
if (root === null) throw new Error('index.html has no element #console.');

const restart = (): void => void start();

const start = async (): Promise<void> => {
  try {
    const config = await loadConfig();
    const { session, isSignedIn, hasFailed } = await startSession(config);
    render(<App session={session} apiUrl={config.apiUrl} isSignedIn={isSignedIn} hasSignInFailed={hasFailed} />, root);
  } catch {
    render(<StartFailed onRetry={restart} />, root);
  }
};

await start();
