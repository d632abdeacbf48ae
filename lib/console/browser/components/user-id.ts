/** A user ID as a person writes it: a whole number of at least 1. @returns undefined for anything else */
export const parseUserId = (text: string): number | undefined => {
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  return id >= 1 && Number.isSafeInteger(id) ? id : undefined;
};
