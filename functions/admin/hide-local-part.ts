/** Some issuers use e-mail addresses as `sub`. The log says whose mailbox provider it is, but not whose mailbox. */
export const hideLocalPart = (subject: string): string => subject.replace(/^.*@/s, '…@');
