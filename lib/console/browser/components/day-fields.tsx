import { useMemo, useState } from 'preact/hooks';
import { useTexts } from '../language/language.ts';
import { setQuery } from '../navigation/address.tsx';
import { SelectField, TextField } from './field.tsx';
import { isDay } from './local-day.ts';
import { useZone, viewerZone } from './zone.ts';

interface DayFieldProps {
  /** The parameter of the page's URL that contains the day. */
  readonly name?: string;
  readonly label?: string;
  readonly day: string;
  /** The day that the page shows if its URL has none. */
  readonly fallback?: string;
  /** What is wrong with a day that is a valid date, such as one too far from the other. */
  readonly error?: string | undefined;
}

/** A field for a day that a page shows. */
export const DayField = ({ name = 'day', label, day, fallback, error }: DayFieldProps) => {
  const t = useTexts();
  /** While a date is typed, such as the 0 of a month, the field has no value, and another one would replace what was typed. */
  const [isPartial, setIsPartial] = useState(false);
  return (
    <TextField
      type="date"
      label={label ?? t.day}
      error={isDay(day) ? error : t.format(t.badDay, { text: day })}
      value={isPartial ? '' : day}
      onInput={(value) => {
        setIsPartial(value === '');
        if (value !== '') setQuery({ [name]: value === fallback ? '' : value });
      }}
      onBlur={() => {
        if (isPartial) setQuery({ [name]: '' });
        setIsPartial(false);
      }}
    />
  );
};

interface SiteFieldProps {
  /** The sites to choose from. */
  readonly sites: readonly string[];
  readonly site: string | undefined;
}

/** Filters the page by site. Shown only if there is a site. */
export const SiteField = ({ sites, site }: SiteFieldProps) => {
  const t = useTexts();
  if (sites.length === 0 && site === undefined) return undefined;
  // The site in the URL might be none of this day's.
  const names = [...new Set([...sites, ...(site === undefined ? [] : [site])])].toSorted();
  return (
    <SelectField
      label={t.site}
      value={site ?? ''}
      onChange={(value) => setQuery({ site: value })}
      options={[['', t.all], ...names.map((name) => [name, name] as const)]}
    />
  );
};

/** Chooses the time zone of the page. Typing the beginning of a name selects it. */
export const TimeZoneField = () => {
  const t = useTexts();
  const timeZone = useZone();
  const options = useMemo(() => {
    const zones = new Set([timeZone, viewerZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]);
    return [...zones].toSorted().map((zone) => [zone, zone.replaceAll('_', ' ')] as const);
  }, [timeZone]);
  return (
    <SelectField
      label={t.timeZone}
      value={timeZone}
      onChange={(value) => setQuery({ timeZone: value })}
      options={options}
    />
  );
};
