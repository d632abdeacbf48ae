import { Fragment } from 'preact';
import type { AuditLogEntry, CheckinLogEntry } from '../../../../../shared/console-api/log.ts';
import { Badge } from '../../components/page.tsx';
import { Link } from '../../navigation/address.tsx';
import { addressOf, addressOfOne } from '../../navigation/page-id.ts';
import { useMay } from '../../api/connection.ts';
import { describeEntry, describeSwiper, nameOfClient, nameOfResult, type Part } from './describe-entry.ts';
import type { LogRow } from './fold-retries.ts';
import { useWords } from './use-words.ts';

/** A text whose words with hyphens stay whole: a badge on two lines cannot be told from two badges. */
const UnbrokenWords = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/([^\s,;]*-[^\s,;]*)/).map((piece, index) => (
      // Words with hyphens are at odd indexes.
      <Fragment key={index}>{index % 2 === 0 ? piece : <span class="unbroken">{piece}</span>}</Fragment>
    ))}
  </>
);

/** A part of a sentence, with a link to the page of the person or API client, if the member may see it. */
export const LinkedPart = ({ part: { text, user, client, import: importId, isActor } }: { readonly part: Part }) => {
  const canSeeClients = useMay('clients.read');
  if (user !== undefined) return <Link href={addressOfOne('users', user)}>{text}</Link>;
  if (client !== undefined && canSeeClients)
    return (
      <Link href={addressOfOne('clients', client)} title={client}>
        {text}
      </Link>
    );
  if (importId !== undefined) return <Link href={addressOf('log', { import: importId })}>{text}</Link>;
  return isActor ? <strong>{text}</strong> : <UnbrokenWords text={text} />;
};

/** What an administrator or a system did, as a sentence. */
export const AdminSentence = ({ entry }: { readonly entry: AuditLogEntry }) => {
  const words = useWords();
  return (
    <span class="sentence wrap">
      {describeEntry(entry, words).map((part, index) => (
        <LinkedPart key={`${index} ${part.text}`} part={part} />
      ))}
    </span>
  );
};

const TONES: Readonly<Record<string, 'good' | 'plain'>> = {
  checked_in: 'good',
  already_checked_in: 'good',
  nothing_open: 'plain',
};

/** What a swipe did, whose badge it was, and through which gate it came. */
export const CheckinSentence = ({ entry }: { readonly entry: LogRow & CheckinLogEntry }) => {
  const words = useWords();
  const { t } = words;
  // Members who may not see clients see the reader's name instead.
  const isClientShown = useMay('clients.read') || entry.reader === undefined;
  const isReaderShown = entry.reader !== undefined && entry.reader !== entry.clientName;
  const swiper = describeSwiper(entry, words);
  const earlier = (entry.attempts ?? []).map((one) => nameOfResult(one, words)).toReversed();
  return (
    <span class="sentence">
      <Badge tone={TONES[entry.code] ?? 'warn'}>{nameOfResult(entry, words)}</Badge>{' '}
      {swiper.user === undefined ? (
        <strong class="wrap">
          <UnbrokenWords text={swiper.text} />
        </strong>
      ) : (
        <LinkedPart part={swiper} />
      )}
      <span class="sub">
        {isClientShown && <LinkedPart part={{ text: nameOfClient(entry), client: entry.clientId }} />}
        {isReaderShown && `${isClientShown ? ' · ' : ''}${entry.reader}`}
        {entry.repeated === true && earlier.length === 0 && ` · ${t.repeated}`}
        {earlier.length > 0 && ` · ${t.format(t.attempts, { count: earlier.length, results: earlier.join(', ') })}`}
      </span>
    </span>
  );
};
