import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Me } from '../../../../shared/console-api/members.ts';
import { ApiError, connect, type Member, MemberContext } from '../api/connection.ts';
import { Dialog, DialogHost } from '../components/dialog.tsx';
import { announce, ErrorNotice, Loading, Notice } from '../components/notice.tsx';
import { PageHeader } from '../components/page.tsx';
import { useLoad } from '../components/use-load.ts';
import { ZoneContext, zoneNamed } from '../components/zone.ts';
import { useTexts } from '../language/language.ts';
import { correctAddress, Link, useAddress } from '../navigation/address.tsx';
import { addressOf, findPage, LANDING_PAGE, PAGE_PERMISSION } from '../navigation/page-id.ts';
import { may } from '../../../../shared/rules/roles.ts';
import { forget, recall, remember } from '../session/remember.ts';
import { MEMBER, type Session } from '../session/session.ts';
import { NotAMember } from './front.tsx';
import { Invitations } from './invitations.tsx';
import { PageLoader } from './page-loader.tsx';
import { Shell } from './shell.tsx';

/** The console for a person who has signed in, or the page for a person without a company. */
export const App = ({ session, apiUrl }: { session: Session; apiUrl: string | undefined }) => {
  const t = useTexts('shell');
  const { path, query, visit } = useAddress();
  const pageAtPath = findPage(path);
  const [isConnected, setIsConnected] = useState(true);
  const [isExpired, setIsExpired] = useState(false);
  const [isInvited, setIsInvited] = useState(false);
  /** Resolved when the person has signed in again. */
  const renewal = useRef<PromiseWithResolvers<void>>(null);
  // Preact calls the returned function when the connection is back.
  useLayoutEffect(() => (isConnected ? undefined : () => announce(t.connected)), [isConnected]);

  const call = useMemo(
    () =>
      connect({
        session,
        language: () => document.documentElement.lang,
        onConnection: setIsConnected,
        // If several requests find at the same time that the sign-in has expired, they share one dialog.
        onSignedOut: () => {
          setIsExpired(true);
          renewal.current ??= Promise.withResolvers<void>();
          return renewal.current.promise;
        },
      }),
    [session],
  );

  const {
    data: current,
    error,
    reload,
  } = useLoad<Me>('me', async (signal) => {
    try {
      const read = await call('getMe', { signal });
      remember(MEMBER, read);
      return read;
    } catch (problem) {
      if (problem instanceof ApiError) forget(MEMBER);
      throw problem;
    }
  });
  // The API enforces permissions at each request, so the last known role is good enough to begin with.
  const [recalled] = useState(() => recall(MEMBER) as Me | undefined);
  const me = current ?? (error === undefined ? recalled : undefined);
  const isUnknownPage = pageAtPath === undefined && !/^\/console\/?$/.test(path);
  const page = pageAtPath ?? LANDING_PAGE[me?.role ?? 'viewer'];
  useLayoutEffect(() => {
    if (pageAtPath !== undefined || isUnknownPage || me === undefined) return;
    // `/console/` leads to the role's own page.
    correctAddress(addressOf(page, Object.fromEntries(new URLSearchParams(location.search))));
  }, [pageAtPath, page, me]);
  const member = useMemo((): Member | undefined => me && { me, call, apiUrl }, [me, call]);
  const signInAgain = async (): Promise<void> => {
    await session.signInAgain();
    setIsExpired(false);
    renewal.current?.resolve();
    renewal.current = null;
  };
  const signOut = (): void => void session.signOut();

  const subject = useLoad('subject', () => session.subject()).data;
  const isStranger = error instanceof ApiError && error.code === 'not_a_member';
  return (
    <>
      {isExpired && <ExpiredDialog onSignIn={signInAgain} />}
      {isStranger && (
        <NotAMember subject={subject} isInvited={isInvited} onRetry={reload} onSignOut={signOut}>
          <Invitations call={call} onAccepted={reload} onRead={setIsInvited} />
        </NotAMember>
      )}
      {!isStranger && (
        <Shell
          page={page}
          isVisible={(id) => me !== undefined && may(me.role, PAGE_PERMISSION[id])}
          accountName={me?.email ?? me?.subject ?? ''}
          role={me === undefined ? '' : t.format(t.roleIn, { role: t.roles[me.role], company: me.companyId })}
          isConnected={isConnected}
          onSignOut={signOut}
        >
          {me !== undefined && <Invitations call={call} ownCompany={me.companyId} onAccepted={reload} />}
          {error !== undefined && me === undefined && (
            <>
              <PageHeader title={t.titles[page]} />
              <ErrorNotice error={error} onRetry={reload} />
            </>
          )}
          {error === undefined && me === undefined && <Loading />}
          {isUnknownPage && (
            <>
              <PageHeader title={t.unknownPage} />
              <p>
                <Link href={addressOf(page)}>{t.titles[page]}</Link>
              </p>
            </>
          )}
          {member !== undefined && (
            <MemberContext.Provider value={member}>
              <ZoneContext.Provider value={zoneNamed(query.get('timeZone'))}>
                {!isUnknownPage && <PageLoader key={`${page} ${visit}`} page={page} />}
                <DialogHost key={visit} />
              </ZoneContext.Provider>
            </MemberContext.Provider>
          )}
        </Shell>
      )}
    </>
  );
};

/**
 * A dialog that covers the page if a request fails because the sign-in has expired. After the person has signed in again in
 * another window, the page repeats that request, so that nothing typed is lost.
 */
const ExpiredDialog = ({ onSignIn }: { readonly onSignIn: () => Promise<void> }) => {
  const t = useTexts('shell');
  const [hasFailed, setHasFailed] = useState(false);
  const signIn = (): void => {
    setHasFailed(false);
    onSignIn().catch(() => setHasFailed(true));
  };
  return (
    <Dialog title={t.expiredTitle} isPersistent>
      <p>{t.expired}</p>
      {hasFailed && <Notice>{t.signInFailed}</Notice>}
      <div class="dialog-actions">
        <button type="button" class="primary" onClick={signIn} autofocus>
          {t.expiredAction}
        </button>
      </div>
    </Dialog>
  );
};
