import type { JSX } from 'preact';
import { componentMessages } from './component-messages.ts';
import { type Language, useLanguage, useMessages } from '../language/language.ts';

/** The viewer's time zone, such as `Europe/Berlin`. */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "3 hours ago", "in 2 days". */
export const formatRelative = (moment: number, now: number, language: Language): string => {
  const difference = moment - now;
  const [unit, size] =
    UNITS.find(([, milliseconds]) => Math.abs(difference) >= milliseconds) ?? (['minute', 60_000] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(difference / size), unit);
};

export const formatMoment = (value: string, language: Language, style: 'full' | 'time'): string =>
  new Intl.DateTimeFormat(
    language,
    style === 'time' ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(new Date(value));

interface MomentProps {
  /** RFC 3339. */
  readonly value: string;
  readonly style?: 'full' | 'time' | 'relative';
}

/** A moment in the viewer's time zone. */
export const Moment = ({ value, style = 'full' }: MomentProps): JSX.Element => {
  const language = useLanguage();
  const full = formatMoment(value, language, 'full');
  return (
    <time dateTime={value} title={full}>
      {style === 'relative'
        ? formatRelative(Date.parse(value), Date.now(), language)
        : formatMoment(value, language, style)}
    </time>
  );
};

/** Says in which zone the times of the page are. */
export const ZoneNote = (): JSX.Element => {
  const t = useMessages(componentMessages);
  const language = useLanguage();
  const offset = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value;
  const zone = viewerZone();
  return <p class="hint zone">{t.zone(offset === undefined || offset === zone ? zone : `${zone} (${offset})`)}</p>;
};
