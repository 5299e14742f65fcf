import type { PersonalAlerts } from '#shared';

/** What people are told by mail. */
export abstract class PersonalAlertStore {
  /** The defaults of who has set nothing. */
  abstract get(userId: number): Promise<PersonalAlerts>;

  abstract set(userId: number, alerts: PersonalAlerts): Promise<void>;
}
