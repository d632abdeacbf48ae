import { createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import { setQuery } from '../navigation/address.tsx';

/** The viewer's time zone, such as `Europe/Berlin`. */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone that a text names; undefined if it names none. */
export const zoneNamed = (text: string | null): string | undefined => {
  if (text === null) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text }).format();
    return text;
  } catch {
    return undefined;
  }
};

/** The time zone in the page's URL. */
export const ZoneContext = createContext<string | undefined>(undefined);

/** The time zone of the page and its dialogs: the chosen one, or else the viewer's. */
export const useZone = (): string => useContext(ZoneContext) ?? viewerZone();

/** Keeps the page's time zone in its URL, so that a link shows everybody the same day. */
export const useZoneInAddress = (): string => {
  const isNamed = useContext(ZoneContext) !== undefined;
  const timeZone = useZone();
  useLayoutEffect(() => {
    if (!isNamed) setQuery({ timeZone });
  }, [isNamed, timeZone]);
  return timeZone;
};

/** The offset of a time zone from UTC now, such as `GMT+1`. */
export const offsetOf = (timeZone: string, locale: string): string | undefined =>
  new Intl.DateTimeFormat(locale, { timeZoneName: 'shortOffset', timeZone })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value;
