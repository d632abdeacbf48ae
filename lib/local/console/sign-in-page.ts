import type { MemberStore } from '../../../shared/domain/roster.ts';
import { makeHtmlPage, type HtmlPage } from '../local-pages.ts';

export interface Account {
  /** The `sub` of the tokens, and the name on the sign-in page. */
  readonly subject: string;
  /** A description, such as `owner of demo`. */
  readonly membership: string;
  readonly email?: string;
  /** Default: true. */
  readonly isEmailVerified?: boolean;
}

/** The accounts that can sign in: the members with this issuer, in any company, and the `visitors` who are not members. */
export const makeAccountList =
  (members: Pick<MemberStore, 'listRosters'>, issuer: string, visitors: readonly Account[]) =>
  async (): Promise<Account[]> => {
    const accounts = (await members.listRosters()).flatMap((roster) =>
      roster.members
        .filter((member) => member.issuer === issuer)
        .map(({ subject, role, email }) => ({ subject, membership: `${role} of ${roster.companyId}`, email })),
    );
    const memberSubjects = new Set(accounts.map(({ subject }) => subject));
    return [...accounts, ...visitors.filter(({ subject }) => !memberSubjects.has(subject))];
  };

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { box-sizing: border-box; width: min(26rem, 100%); padding: 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .5rem; }
p { margin: 0 0 1.25rem; color: color-mix(in srgb, CanvasText 75%, Canvas); }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
button { box-sizing: border-box; width: 100%; padding: .75rem 1rem; font: inherit; text-align: start; cursor: pointer;
  overflow-wrap: anywhere; border: 1px solid color-mix(in srgb, CanvasText 55%, Canvas); border-radius: .5rem;
  background: color-mix(in srgb, CanvasText 4%, Canvas); color: inherit; }
button:hover { background: color-mix(in srgb, CanvasText 10%, Canvas); }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
button strong { display: block; }
code { overflow-wrap: anywhere; }
`;
const SUBMIT = "document.getElementById('op.logoutForm').submit()";

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const makePage = (title: string, main: string, script?: string): HtmlPage =>
  makeHtmlPage({
    title,
    style: STYLE,
    body: `<main><h1>${title}</h1>${main}</main>\n`,
    ...(script !== undefined && { script }),
    policy: { 'form-action': "'self'", 'require-trusted-types-for': "'script'" },
  });

const button = ({ subject, membership }: Account): string =>
  `<li><button name="subject" value="${escape(subject)}"><strong>${escape(subject)}</strong> ${escape(membership)}</button></li>`;

/** Renders a button for each account. Its accessible name begins with the account's subject. @param action the form's action */
export const renderSignInPage = (action: string, accounts: readonly Account[]): HtmlPage => {
  const list = `<form method="post" action="${escape(action)}"><ul>${accounts.map(button).join('')}</ul></form>`;
  const nobody =
    '<p>Nobody can sign in yet. Add the first member, then reload this page:</p>' +
    '<p><code>npm run -s admin -- members add --local --company COMPANY --subject NAME --role owner</code></p>';
  const text =
    '<p>This machine asks for no password: choose who you are. On AWS, people sign in with their own account.</p>';
  return makePage('Sign in to the console', accounts.length > 0 ? text + list : nobody);
};

/** @param form the provider's form `op.logoutForm`. A script submits it at once. Without scripts, people use its button. */
export const renderSignOutPage = (form: string): HtmlPage => {
  // The provider keeps the session unless this field is sent.
  const confirmed = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>');
  return makePage('Signing out', `${confirmed}<button form="op.logoutForm">Sign out</button>`, SUBMIT);
};

export const renderErrorPage = (): HtmlPage =>
  makePage(
    'This sign-in cannot continue',
    '<p>It has expired, or it was started elsewhere. <a href="/console/">Start again</a></p>',
  );
