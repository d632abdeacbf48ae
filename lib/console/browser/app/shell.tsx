import type { ComponentChildren } from 'preact';
import { addressOf, PAGE_GROUPS, type PageGroup, type PageId } from '../navigation/page-id.ts';
import { useLayoutEffect, useState } from 'preact/hooks';
import { LanguageSelect, Logo } from './front.tsx';
import { StatusRegion } from '../components/notice.tsx';
import { focusHeading } from '../components/focus.ts';
import { useTexts } from '../language/language.ts';
import { Link, useAddress } from '../navigation/address.tsx';

/** The SVG path of each icon, on a grid of 24 × 24. */
const PATHS: Readonly<Record<PageId | 'menu', string>> = {
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.7 3.5 5.5',
  try: 'M5 4l14 8-14 8z',
  report: 'M4 20h16M7 20v-7h3v7M12 20V6h3v14M17 20v-10h3v10',
  import: 'M12 15V4M8 8l4-4 4 4M4 15v5h16v-5',
  clients: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11h9M18 11v4M15 11v3',
  members: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  log: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8v.1',
  menu: 'M4 7h16M4 12h16M4 17h16',
};

/** A decoration next to a text, hidden from screen readers. */
const Icon = ({ name }: { readonly name: keyof typeof PATHS }) => (
  <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);

const themes = ['system', 'light', 'dark'] as const;
const THEME_KEY = 'checkin-console.theme';

const themeNamed = (name: string | null) => themes.find((one) => one === name) ?? 'system';

/** Sets the theme of the page and stores the choice for the next visit. */
const ThemeSelect = () => {
  const t = useTexts('shell');
  const [theme, setTheme] = useState(() => themeNamed(localStorage.getItem(THEME_KEY)));
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
  return (
    <select
      aria-label={t.theme}
      value={theme}
      onChange={({ currentTarget: { value } }) => {
        localStorage.setItem(THEME_KEY, value);
        setTheme(themeNamed(value));
      }}
    >
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
export const Shell = (props: ShellProps) => {
  const t = useTexts('shell');
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const { visit } = useAddress();
  // A link in the menu closes it.
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
          focusHeading();
        }}
      >
        {t.skip}
      </a>
      <header class={isMenuOpen ? 'side open' : 'side'}>
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
          <button onClick={props.onSignOut}>{t.signOut}</button>
        </div>
      </header>
      <main id="content">
        {!props.isConnected && (
          <div class="notice warn connection" role="alert">
            {t.connectionLost}
          </div>
        )}
        {props.children}
      </main>
      <StatusRegion />
    </div>
  );
};
