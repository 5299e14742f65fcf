import type { Ending, ErrorCode } from '#shared';

const endings: Partial<Record<ErrorCode, Ending>> = {
  'envelope.malformed': { outcome: 'invalid', reason: 'malformed' },
  'report.too_large': { outcome: 'invalid', reason: 'too_large' },
  'report.encoding_unknown': { outcome: 'invalid', reason: 'encoding' },
  'report.origin_refused': { outcome: 'invalid', reason: 'origin' },
  'report.kind_refused': { outcome: 'filtered', reason: 'kind' },
  'report.form_refused': { outcome: 'filtered', reason: 'form' },
  'report.over_budget': { outcome: 'filtered', reason: 'budget' },
  'spool.full': { outcome: 'failed', reason: 'no_room' },
  'spool.unavailable': { outcome: 'failed', reason: 'unwritable' },
  'relay.busy': { outcome: 'failed', reason: 'busy' },
};

export function toRefusalEnding(code: ErrorCode, scope?: 'key' | 'project'): Ending {
  if (scope) return { outcome: 'rate_limited', reason: scope };
  return endings[code] ?? { outcome: 'failed', reason: 'fault' };
}
