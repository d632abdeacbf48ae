export interface Runbooks {
  /** The commands before the first runbook. */
  readonly prelude: string;
  /** The commands of each runbook, by its heading. */
  readonly byName: ReadonlyMap<string, string>;
}

/** Blocks of commands, also those inside a list. */
const readCommands = (section: string): string =>
  [...section.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .join('\n');

/** Extracts the commands of a document: the `sh` blocks of each section. */
export const readRunbooks = (markdown: string): Runbooks => {
  const [head = '', ...sections] = markdown.split(/^## /m);
  const named = sections.map((section): [string, string] => [section.split('\n', 1)[0] ?? '', readCommands(section)]);
  return { prelude: readCommands(head), byName: new Map(named.filter(([, commands]) => commands !== '')) };
};
