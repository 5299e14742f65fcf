import type { QuietHours } from './quiet-hours.ts';

export interface PersonalAlerts {
  readonly ofProjects: boolean;
  readonly assigned: boolean;
  readonly mentioned: boolean;
  /** Comments on issues that are assigned to the person or that the person commented on. */
  readonly commented: boolean;
  readonly operator: boolean;
  /** Hours without mail. Mail that becomes due during these hours is sent at their end. */
  readonly quiet?: QuietHours | undefined;
}

export const defaultPersonalAlerts: PersonalAlerts = {
  ofProjects: true,
  assigned: true,
  mentioned: true,
  commented: true,
  operator: true,
};

export const noPersonalAlerts: PersonalAlerts = {
  ofProjects: false,
  assigned: false,
  mentioned: false,
  commented: false,
  operator: false,
};
