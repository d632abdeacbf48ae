import { type Language, localeOf, useLanguage, useTexts } from '../language/language.ts';
import { DAY_MS, dayOf, today } from './local-day.ts';
import { offsetOf, useZone } from './zone.ts';

type Unit = readonly [name: Intl.RelativeTimeFormatUnit, milliseconds: number];
const HOUR: Unit = ['hour', 3_600_000];
const MINUTE: Unit = ['minute', 60_000];

/** A time relative to now: "3 hours ago", "in 2 days", or "this hour" if hours are the smallest unit. */
const formatRelative = (value: string, language: Language, smallest: Unit, timeZone: string): string => {
  const difference = Date.parse(value) - Date.now();
  const distance = Math.abs(difference);
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  // "Tomorrow" is the next day of the calendar, whatever the hours until then.
  if (distance >= DAY_MS)
    return format.format((Date.parse(dayOf(value, timeZone)) - Date.parse(today(timeZone))) / DAY_MS, 'day');
  const [unit, size] = distance >= HOUR[1] ? HOUR : smallest;
  // Future times are rounded, so that "in 24 hours" is still shown a second later. Elapsed times are rounded down.
  return format.format(difference > 0 ? Math.round(difference / size) : Math.trunc(difference / size), unit);
};

const STYLES = {
  full: { dateStyle: 'medium', timeStyle: 'short' },
  seconds: { dateStyle: 'medium', timeStyle: 'medium' },
  /** For a moment that somebody in another place reads. */
  zoned: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  day: { day: 'numeric', month: 'short' },
  time: { timeStyle: 'short' },
  timeSeconds: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** @param timeZone default: the viewer's */
export const formatMoment = (
  value: string,
  language: Language,
  style: keyof typeof STYLES,
  timeZone?: string,
): string => new Intl.DateTimeFormat(localeOf(language), { ...STYLES[style], timeZone }).format(new Date(value));

const DAY_STYLES = {
  /** "Saturday, 21 November" */
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  /** "Sat 21" */
  short: { weekday: 'short', day: 'numeric' },
  /** "Saturday" */
  weekday: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats a day, such as `2026-11-21`. The long style has the year, unless it is the current one. */
export const formatDay = (day: string, language: Language, style: keyof typeof DAY_STYLES): string => {
  const year = style === 'long' && !day.startsWith(`${new Date().getFullYear()}-`) ? 'numeric' : undefined;
  const options = { ...DAY_STYLES[style], year, timeZone: 'UTC' } as const;
  const text = new Intl.DateTimeFormat(localeOf(language), options).format(Date.parse(day));
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
};

interface MomentProps {
  /** RFC 3339. */
  readonly value: string;
  /** `hours`: relative, for a time that is known only to the hour. `relativeDay`: relative, and the day. */
  readonly style?: keyof typeof STYLES | 'relative' | 'hours' | 'relativeDay';
}

/** Shows a time in the page's time zone. */
export const Moment = ({ value, style = 'full' }: MomentProps) => {
  const language = useLanguage();
  const zone = useZone();
  const full = formatMoment(value, language, 'full', zone);
  const textOf = (): string => {
    if (style === 'hours') return formatRelative(value, language, HOUR, zone);
    if (style === 'relative') return formatRelative(value, language, MINUTE, zone);
    if (style !== 'relativeDay') return formatMoment(value, language, style, zone);
    return `${formatRelative(value, language, MINUTE, zone)}, ${formatMoment(value, language, 'day', zone)}`;
  };
  return (
    <time dateTime={value} title={full}>
      {textOf()}
    </time>
  );
};

/** A time relative to now, and the time itself below it. */
export const MomentAgo = ({ value, style = 'relative' }: MomentProps) => (
  <>
    <Moment value={value} style={style} />
    <span class="sub">
      <Moment value={value} />
    </span>
  </>
);

/** States the time zone of the times on the page. */
export const ZoneNote = () => {
  const t = useTexts();
  const language = useLanguage();
  const zone = useZone();
  const offset = offsetOf(zone, localeOf(language));
  return (
    <p class="hint">
      {t.format(t.zone, { zone: offset === undefined || offset === zone ? zone : `${zone} (${offset})` })}
    </p>
  );
};

interface PeriodProps {
  /** The start and, below, the end. They are named as in a booking, so that callers can pass one. */
  readonly checkinOpensAt: string;
  readonly noShowAt: string;
  /** The day that the page is about. A period within this day is shown without dates. */
  readonly day?: string;
}

/** A period, usually a check-in period, in the page's time zone, with dates only where they are needed. */
export const Period = ({ checkinOpensAt, noShowAt, day }: PeriodProps) => {
  const locale = localeOf(useLanguage());
  const [from, until] = [new Date(checkinOpensAt), new Date(noShowAt)];
  const timeZone = useZone();
  const isOnDay = [checkinOpensAt, noShowAt].every((moment) => dayOf(moment, timeZone) === day);
  const isThisYear = [from, until].every((moment) => moment.getFullYear() === new Date().getFullYear());
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...(!isOnDay && { day: 'numeric', month: 'short' }),
    ...(!isOnDay && !isThisYear && { year: 'numeric' }),
  });
  return <time dateTime={checkinOpensAt}>{format.formatRange(from, until)}</time>;
};
