import type { ComponentChildren, JSX } from 'preact';
import { navigate } from './address.ts';

interface LinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly title?: string;
}

/** A link inside the console. The browser handles a click with a modifier key (new tab, download). */
export const Link = ({ href, children, isCurrent = false, class: className, title }: LinkProps): JSX.Element => {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a href={href} onClick={follow} class={className} title={title} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
};
