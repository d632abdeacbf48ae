import type { ComponentChildren, JSX } from 'preact';
import { navigate } from './address.ts';

interface LinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly isCurrent?: boolean;
}

/** A link inside the console. A click with a key held (a new tab, a download) is left to the browser. */
export const Link = ({ href, children, isCurrent = false, class: className }: LinkProps): JSX.Element => {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a href={href} onClick={follow} class={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
};
