/**
 * What a tab has read about the deployment and the signed-in member, so that after a reload it shows a page while it reads them
 * again. Never a token. Somebody else who signs in in the same tab starts with nothing.
 */
const PREFIX = 'checkin-console.';

export const remember = (name: string, value: object | true): void =>
  sessionStorage.setItem(PREFIX + name, JSON.stringify(value));

/** @returns undefined if the tab has not read it yet */
export const recall = (name: string): unknown => {
  const text = sessionStorage.getItem(PREFIX + name);
  return text === null ? undefined : JSON.parse(text);
};

export const forget = (name: string): void => sessionStorage.removeItem(PREFIX + name);
