/** Settings for sending alerts. Plain data, because threads pass it to each other. */
export interface DeliverySettings {
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  readonly publicUrl: string;
  readonly version: string;
}
