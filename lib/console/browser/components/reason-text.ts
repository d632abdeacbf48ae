import { useTexts } from '../language/language.ts';

/** A function that says a reason that was stored: the text of its code, or the text that somebody typed. */
export const useReasonText = (): ((reason: string) => string) => {
  const { reasons } = useTexts('checkIn');
  return (reason) => (Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : reason);
};
