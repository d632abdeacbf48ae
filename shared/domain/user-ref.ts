/** The key of one user. */
export interface UserRef {
  readonly companyId: string;
  readonly userId: number;
}
