import type { ActionState } from '#shared';
import { useWhereabouts } from './context.ts';

/** What became of the form of that action, as far as it has to be shown: what is wrong, and what was typed. */
export type Submission = Pick<ActionState, 'errors' | 'fields'>;

const NOTHING: Submission = { errors: {}, fields: {} };

/** Of the form that was sent last, when it was of that action. */
export function useSubmission(action: string): Submission {
  const { action: settled } = useWhereabouts();
  return settled?.name === action ? settled : NOTHING;
}
