import { useLayoutEffect, useState } from 'preact/hooks';

/** The width below which the style sheet shows the menu as a button. */
const narrow = matchMedia('(width < 820px)');

/** Whether the window is as narrow as that of a phone. */
export const useIsNarrow = (): boolean => {
  const [isNarrow, setIsNarrow] = useState(narrow.matches);
  useLayoutEffect(() => {
    const update = (): void => setIsNarrow(narrow.matches);
    narrow.addEventListener('change', update);
    return () => narrow.removeEventListener('change', update);
  }, []);
  return isNarrow;
};
