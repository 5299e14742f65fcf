/**
 * Settings that switch off all limits of Errata, so that it stores every report with its payload.
 */
export const NO_BOUNDS = {
  NEW_ISSUES_MAX: '0',
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_PROJECT: '0',
  STORAGE_BUDGET_BYTES: '0',
  WHOLE_EVENTS_PER_HOUR: '0',
};
