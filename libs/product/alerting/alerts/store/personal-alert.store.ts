import type { AlertDestination, AlertMessage, PersonalAlerts } from '#shared';

/** A person whom a message is to reach. */
export type MailDestination = Extract<AlertDestination, { to: 'mail' }>;

/** What people are told by mail. */
export abstract class PersonalAlertStore {
  /** The defaults of who has set nothing. */
  abstract get(userId: number): Promise<PersonalAlerts>;

  abstract set(userId: number, alerts: PersonalAlerts): Promise<void>;

  /**
   * Whether a mail is still to be sent, however long ago it was written: not to who cannot sign in by that address any more,
   * may not read the project, or has unsubscribed from its kind since. True of addresses that are no account's.
   */
  abstract isWanted(destination: MailDestination, message: AlertMessage): Promise<boolean>;
}
