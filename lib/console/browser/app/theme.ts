export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const STORAGE_KEY = 'checkin-console.theme';

/** Returns the theme that was last chosen in this browser. */
export const initialTheme = (): Theme => {
  const chosen = localStorage.getItem(STORAGE_KEY);
  return themes.find((theme) => theme === chosen) ?? 'system';
};

/** Stores the choice for the next visit and sets the theme of the page. */
export const applyTheme = (theme: Theme): void => {
  localStorage.setItem(STORAGE_KEY, theme);
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
};
