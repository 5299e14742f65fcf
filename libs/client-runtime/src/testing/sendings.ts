import type { FieldsSending } from '../actions/submission.ts';
import { toSubmit } from '../actions/submit.ts';
import type { Submit } from '../actions/submit.ts';

/** Fields that are sent to the action `add` of the page `/a`, without a form. */
export function toSending(rest: Partial<FieldsSending> = {}): FieldsSending {
  return { source: {}, stay: 0, name: 'add', at: '/a', ...rest };
}

export function toSubmitOf(rest: Partial<FieldsSending> = {}): Submit {
  return toSubmit(toSending(rest), '/base');
}
