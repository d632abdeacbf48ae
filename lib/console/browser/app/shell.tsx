import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Icon, Logo } from '../components/icon.tsx';
import { StatusRegion } from '../components/status.tsx';
import { useTexts } from '../language/language.ts';
import { useAddress } from '../navigation/address.ts';
import { Link } from '../navigation/link.tsx';
import { PAGE_GROUPS, type PageGroup, type PageId, addressOf } from '../navigation/page-id.ts';
import { LanguageSelect } from './language-select.tsx';
import { shellMessages } from './shell-messages.ts';

const themes = ['system', 'light', 'dark'] as const;
const THEME_KEY = 'checkin-console.theme';

const themeNamed = (name: string | null) => themes.find((one) => one === name) ?? 'system';

/** Sets the theme of the page and stores the choice for the next visit. */
const ThemeSelect = (): JSX.Element => {
  const t = useTexts(shellMessages);
  const [theme, setTheme] = useState(() => themeNamed(localStorage.getItem(THEME_KEY)));
  localStorage.setItem(THEME_KEY, theme);
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
  return (
    <select aria-label={t.theme} value={theme} onChange={(event) => setTheme(themeNamed(event.currentTarget.value))}>
      {themes.map((one) => (
        <option key={one} value={one}>
          {t.themes[one]}
        </option>
      ))}
    </select>
  );
};

const groups = Object.keys(PAGE_GROUPS) as readonly PageGroup[];

interface ShellProps {
  readonly page: PageId;
  /** Whether the member's role may see a page. False while the member is not known. */
  readonly isVisible: (page: PageId) => boolean;
  readonly accountName: string;
  readonly role: string;
  readonly isConnected: boolean;
  readonly onSignOut: () => void;
  readonly children: ComponentChildren;
}

/** The frame of every page: navigation, language, the signed-in person, and messages about the connection. */
export const Shell = (props: ShellProps): JSX.Element => {
  const t = useTexts(shellMessages);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const { visit } = useAddress();
  useLayoutEffect(() => setIsMenuOpen(false), [visit]);
  const visibleGroups = groups
    .map((group) => ({ group, pages: PAGE_GROUPS[group].filter((id: PageId) => props.isVisible(id)) }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <div class="shell">
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('h1')?.focus();
        }}
      >
        {t.skip}
      </a>
      <div class={isMenuOpen ? 'side open' : 'side'}>
        <div class="brand">
          <Logo />
          <span>{t.product}</span>
          <button
            type="button"
            class="menu-button"
            aria-expanded={isMenuOpen}
            onClick={() => setIsMenuOpen(!isMenuOpen)}
          >
            <Icon name="menu" />
            {t.menu}
          </button>
        </div>
        <nav aria-label={t.navigation}>
          {visibleGroups.map(({ group, pages }) => (
            <div key={group} class="nav-group">
              <p>{t.groups[group]}</p>
              <ul>
                {pages.map((id) => (
                  <li key={id}>
                    <Link href={addressOf(id)} isCurrent={id === props.page}>
                      <Icon name={id} />
                      {t.titles[id]}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div class="account">
          <p class="who">{props.accountName}</p>
          <p class="hint">{props.role}</p>
          <LanguageSelect />
          <ThemeSelect />
          <button type="button" onClick={props.onSignOut}>
            {t.signOut}
          </button>
        </div>
      </div>
      <main id="content">
        {!props.isConnected && (
          <div class="notice warning connection" role="alert">
            {t.connectionLost}
          </div>
        )}
        {props.children}
      </main>
      <StatusRegion />
    </div>
  );
};
