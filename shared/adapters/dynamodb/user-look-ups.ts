import { foldText, rotationsOf, toIndexed, toSortText } from '../../domain/search-text.ts';
import type { UserProfile } from '../../domain/user.ts';
import type { TextList } from '../../domain/user-texts.ts';
import { joinKey } from './join-key.ts';
import { claimKey, identifiersOf } from './user-item.ts';

/** The attributes that put an item into the index `byText`. */
export const textAttributes = (companyId: string, list: TextList, searchText: string) => ({
  searchIn: joinKey(companyId, list),
  searchText,
});

/** An item by which a user is found: a claim, which nobody else can have, or a search item, the name from one of its words on. */
export interface LookUpItem {
  readonly field: 'uid' | 'email' | 'name';
  readonly item: Readonly<Record<string, unknown>> & { readonly userKey: string; readonly userId: number };
}

/** All claims and search items of a user. The index has each text of a user once: a second item with the same text is not in it. */
export const lookUpItemsOf = (user: UserProfile): LookUpItem[] => {
  const { companyId, id: userId, name } = user;
  const claims = identifiersOf(user).map(({ field, value }) => ({
    field,
    text: toIndexed(foldText(value)),
    ...claimKey(companyId, { field, value }),
  }));
  const names = (name === undefined ? [] : rotationsOf(name)).map((text, at) => ({
    field: 'name' as const,
    text,
    userKey: joinKey(companyId, 'name', userId, at),
  }));
  const all = [...claims, ...names];
  return all.map(({ field, text, userKey }, at) => ({
    field,
    item: {
      userKey,
      userId,
      ...(all.findIndex((other) => other.text === text) === at && textAttributes(companyId, 'texts', text)),
    },
  }));
};

/** The attributes that put a user's item into the list of names. */
export const nameAttributes = (user: UserProfile) => textAttributes(user.companyId, 'names', toSortText(user));
