import type { JSX } from 'preact';
import type { PageId } from '../navigation/page-id.ts';

/** The SVG path of each icon, on a grid of 24 × 24. */
const PATHS: Readonly<Record<PageId | 'menu', string>> = {
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.7 3.5 5.5',
  try: 'M5 4l14 8-14 8z',
  import: 'M12 15V4M8 8l4-4 4 4M4 15v5h16v-5',
  clients: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11h9M18 11v4M15 11v3',
  members: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  keys: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  log: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8v.1',
  menu: 'M4 7h16M4 12h16M4 17h16',
};

/** A decoration next to a text, hidden from screen readers. */
export const Icon = ({ name }: { readonly name: keyof typeof PATHS }): JSX.Element => (
  <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);

/** The product's logo. */
export const Logo = (): JSX.Element => (
  <svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" />
    <path d="M8.5 16.5l5 5L23.5 11" />
  </svg>
);
