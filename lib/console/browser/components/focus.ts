/** For when the focused element disappears: the page's heading takes the focus. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('h1')?.focus();

/** @returns a function that gives the focus back to the element that has it now or, if that has disappeared, to the heading */
export const rememberFocus = (): (() => void) => {
  const focused = document.activeElement as HTMLElement | null;
  return () => (focused?.isConnected ? focused.focus() : focusHeading());
};
