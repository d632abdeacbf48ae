export interface Runbooks {
  /** The commands before the first runbook. */
  readonly prelude: string;
  /** The commands of each runbook, by its heading. */
  readonly byName: ReadonlyMap<string, string>;
}

/** Returns the commands of all `sh` blocks of a section, including blocks inside lists. */
const readCommands = (section: string): string =>
  [...section.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .join('\n');

/** Extracts the commands of each section of a document. */
export const readRunbooks = (markdown: string): Runbooks => {
  const [head = '', ...sections] = markdown.split(/^## /m);
  const commandsByName = sections.map((section): [string, string] => [
    section.split('\n', 1)[0] ?? '',
    readCommands(section),
  ]);
  return { prelude: readCommands(head), byName: new Map(commandsByName.filter(([, commands]) => commands !== '')) };
};
