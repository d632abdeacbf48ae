// The script of the API page. The page is complete without it: it adds the reader's base URL, tabs and copying.

const STATUS_MILLISECONDS = 10_000;
/** A heading above this line of the window counts as the current one. */
const TOP_PIXELS = 100;

const all = (selector: string): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

const allLinks = (selector: string): readonly HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>(selector),
];

const byId = (id: string): HTMLElement | null => document.getElementById(id);

let statusTimer: number | undefined;
const say = (text: string): void => {
  const status = byId('status');
  if (!status) return;
  status.textContent = text;
  clearTimeout(statusTimer);
  statusTimer = setTimeout(() => (status.textContent = ''), STATUS_MILLISECONDS);
};

/** Pages without a secure context, such as one from another machine by HTTP, have no clipboard. */
const copy = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say('The browser does not allow copying here.');
  }
};

const useAddress = (): void => {
  const field = byId('base-url') as HTMLInputElement;
  const show = (): void => {
    const url = field.value.trim().replace(/\/+$/, '') || field.defaultValue;
    for (const place of all('.base-url')) place.textContent = url;
  };
  if (location.protocol.startsWith('http')) field.value = location.origin;
  field.addEventListener('input', show);
  show();
  // Only the local service has the page for trying the API.
  const tryIt = byId('try-it');
  if (tryIt) tryIt.hidden = location.pathname !== '/docs';
};

/** A language chosen for one operation is chosen for all. */
const chooseLanguage = (label: string): void => {
  for (const tab of all('[role=tab]')) {
    const isChosen = tab.textContent === label;
    tab.ariaSelected = String(isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = byId(tab.getAttribute('aria-controls') ?? '');
    if (panel) panel.hidden = !isChosen;
  }
};

/** Keeps the scroll position, because samples above may have another height in the other language. */
const chooseTab = (tab: HTMLElement): void => {
  const before = tab.getBoundingClientRect().top;
  chooseLanguage(tab.textContent);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
};

/** Keys of the tabs pattern of WAI-ARIA's authoring practices. */
const nextTab = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowRight: (at + 1) % count, ArrowLeft: (at + count - 1) % count, Home: 0, End: count - 1 })[key];

const useTabs = (): void => {
  for (const list of all('[role=tablist]')) {
    const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
    for (const [at, tab] of tabs.entries()) {
      tab.addEventListener('click', () => chooseTab(tab));
      tab.addEventListener('keydown', (event) => {
        const next = tabs[nextTab(event.key, at, tabs.length) ?? -1];
        if (!next) return;
        event.preventDefault();
        chooseTab(next);
        next.focus();
      });
    }
  }
};

const useCopying = (): void => {
  for (const button of all('.copy')) {
    button.addEventListener('click', () => void copy(button.nextElementSibling?.textContent ?? '', 'Copied'));
  }
  for (const link of allLinks('.anchor')) {
    link.addEventListener('click', () => void copy(link.href, 'Link copied'));
  }
};

const useContents = (): void => {
  const menu = byId('menu');
  const contents = byId('contents');
  if (!menu || !contents) return;
  const open = (isOpen: boolean): void => menu.setAttribute('aria-expanded', String(isOpen));
  menu.addEventListener('click', () => open(menu.getAttribute('aria-expanded') === 'false'));
  contents.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement) open(false);
  });
  contents.parentElement?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    open(false);
    menu.focus();
  });
};

/** Marks the section at the top of the window in the table of contents. */
const followReading = (): void => {
  const links = new Map(allLinks('#contents a').map((link) => [link.hash.slice(1), link]));
  const headings = [...links.keys()].map(byId).filter((heading) => heading !== null);
  let current: HTMLAnchorElement | undefined;
  const mark = (): void => {
    const above = headings.filter((heading) => heading.getBoundingClientRect().top < TOP_PIXELS);
    const link = links.get((above.at(-1) ?? headings[0])?.id ?? '');
    if (link === current) return;
    current?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'true');
    current = link;
    const list = byId('contents');
    if (list && link && list.scrollHeight > list.clientHeight) {
      list.scrollTo({ top: link.offsetTop - list.clientHeight / 2, behavior: 'instant' });
    }
  };
  let isAsked = false;
  addEventListener(
    'scroll',
    () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
};

/** A link to a response shows what the response is. */
const openTarget = (): void => {
  const target = byId(decodeURIComponent(location.hash.slice(1)))?.closest('details');
  if (target) target.open = true;
};

useAddress();
useTabs();
useCopying();
useContents();
followReading();
addEventListener('hashchange', openTarget);
openTarget();
