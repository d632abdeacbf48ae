/** Everybody by name, or the texts by which people are searched for. */
export type TextList = 'names' | 'texts';

/** An entry of the index of texts: the sort text of a user, a badge, an e-mail address, or a name that begins with one of its words. */
export interface TextEntry {
  readonly userId: number;
  /** Folded by {@link foldText}. */
  readonly text: string;
  /** Distinguishes the entries with the same text. */
  readonly key: string;
}

/** Part of a list, in the order of the texts. */
export interface TextPage {
  readonly entries: readonly TextEntry[];
  readonly isLast: boolean;
}

/** A position in a list: the last entry that was read. */
export type TextPosition = Pick<TextEntry, 'text' | 'key'>;

/** The index of users by folded text. Eventually consistent. May throw {@link ServiceError} `dependency_unavailable`. */
export interface UserTexts {
  /** At most `limit` entries whose text begins with `prefix`, after the position. */
  read(
    companyId: string,
    list: TextList,
    range: { readonly prefix: string; readonly limit: number; readonly after?: TextPosition | undefined },
  ): Promise<TextPage>;
}
