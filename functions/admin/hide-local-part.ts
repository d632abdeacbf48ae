/** Some issuers use e-mail addresses as `sub`. The log keeps only the domain of the address. */
export const hideLocalPart = (subject: string): string => subject.replace(/^.*@/s, '…@');
