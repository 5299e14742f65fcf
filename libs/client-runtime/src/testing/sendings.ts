import type { FieldsSending } from '../actions/submission.ts';
import { toSubmit } from '../actions/submit.ts';
import type { Submit } from '../actions/submit.ts';

export function toSending(rest: Partial<FieldsSending> = {}): FieldsSending {
  return { source: {}, stay: 0, name: 'add', at: '/a', ...rest };
}

export function toSubmitOf(rest: Partial<FieldsSending> = {}): Submit {
  return toSubmit(toSending(rest), '/base');
}
