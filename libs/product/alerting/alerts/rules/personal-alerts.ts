import type { QuietHours } from './quiet-hours.ts';

/**
 * Choices of a person about mail. `commented` is about issues that are assigned to the person or
 * that the person commented on.
 */
export const personalChoices = [
  'ofProjects',
  'assigned',
  'mentioned',
  'commented',
  'operator',
] as const;
export type PersonalChoice = (typeof personalChoices)[number];
type Choices = Readonly<Record<PersonalChoice, boolean>>;

export interface PersonalAlerts extends Choices {
  /** Hours without mail. Mail that becomes due during these hours is sent at their end. */
  readonly quiet?: QuietHours | undefined;
}

export function chooseAlerts(isChosen: (choice: PersonalChoice) => boolean): Choices {
  return Object.fromEntries(
    personalChoices.map((choice) => [choice, isChosen(choice)]),
  ) as unknown as Choices;
}

export const defaultPersonalAlerts: PersonalAlerts = /* @__PURE__ */ chooseAlerts(() => true);
