/** Plain data, because threads send these settings to each other. */
export interface DeliverySettings {
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  readonly publicUrl: string;
  readonly version: string;
}
