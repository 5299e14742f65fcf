/** How alerts leave; plain data, so that threads can hand it to one another. */
export interface DeliverySettings {
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  /** Where the console is, without a slash at its end. */
  readonly publicUrl: string;
  /** Of Errata. */
  readonly version: string;
}
