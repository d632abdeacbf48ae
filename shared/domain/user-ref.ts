export interface UserRef {
  readonly companyId: string;
  readonly userId: number;
}
