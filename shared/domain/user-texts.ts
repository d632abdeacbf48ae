/** `names`: everybody, sorted by name. `texts`: badges, e-mail addresses and words of names. */
export type TextList = 'names' | 'texts';

export interface TextEntry {
  readonly userId: number;
  /** Folded by {@link foldText}. */
  readonly text: string;
  /** Distinguishes equal texts. */
  readonly key: string;
}

export interface TextPage {
  readonly entries: readonly TextEntry[];
  readonly isLast: boolean;
}

/** The last entry that was read. */
export type TextPosition = Pick<TextEntry, 'text' | 'key'>;

/** Reads are eventually consistent, and sorted by text. */
export interface UserTexts {
  /** Reads at most `limit` entries that begin with `prefix`, after the position. */
  read(
    companyId: string,
    list: TextList,
    range: { readonly prefix: string; readonly limit: number; readonly after?: TextPosition | undefined },
  ): Promise<TextPage>;
}
