const PREFIXED = /^(?<address>[\d.]+|[\da-f:]+)\/(?<prefix>0|[1-9]\d{0,2})$/i;
/** Allows no leading zeros, because some software reads numbers with a leading zero as octal. */
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
/** An IPv4 address in IPv6 form (RFC 4291, section 2.5.5.2), as URLs write it. */
const MAPPED_PREFIX = '[::ffff:';

/** Uses the URL parser, because it validates IPv6 addresses and exists in browsers. */
const isIpv6 = (address: string): boolean => {
  const url = `http://[${address}]/`;
  return URL.canParse(url) && !new URL(url).hostname.startsWith(MAPPED_PREFIX);
};

/** A single address is a network of one: `203.0.113.7` becomes `203.0.113.7/32`. Other text stays as it is. */
export const toNetwork = (text: string): string => {
  if (IPV4.test(text)) return `${text}/32`;
  return /^[\da-f:]+$/i.test(text) && isIpv6(text) ? `${text}/128` : text;
};

/**
 * CIDR notation (RFC 4632, RFC 4291), such as `203.0.113.0/24` or `2001:db8::/32`, without IPv4-mapped IPv6 addresses
 * (`::ffff:…`).
 */
export const isNetwork = (value: unknown): boolean => {
  if (typeof value !== 'string') return false;
  const groups = PREFIXED.exec(value)?.groups as { readonly address: string; readonly prefix: string } | undefined;
  if (!groups) return false;
  const { address, prefix } = groups;
  if (IPV4.test(address)) return Number(prefix) <= 32;
  return isIpv6(address) && Number(prefix) <= 128;
};

export const isDay = (value: unknown): boolean => {
  if (typeof value !== 'string') return false;
  const midnight = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === value;
};

/**
 * Three-letter abbreviations such as `PST` or `IST`, which `Intl` knows and Temporal rejects, because they are ambiguous. The
 * exceptions are names of the IANA time zone database.
 */
const ABBREVIATION = /^(?!(?:CE|EE|ES|GM|HS|ME|MS|UC|WE)T$)[A-Z]{2}T$/i;

const NAME = /^[\w+\-/]+$/;

/** Checked here, because the command line also runs on Node 20, whose `Intl` does not support offsets. */
const OFFSET = /^[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?$/;

/** Whether Temporal accepts the name or offset of a time zone, such as `Europe/Berlin` or `+01:00`. Needs only `Intl`. */
export const isTimeZone = (value: unknown): boolean => {
  if (typeof value !== 'string') return false;
  if (OFFSET.test(value)) return true;
  if (!NAME.test(value) || ABBREVIATION.test(value)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
};
