import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';

const TEXTS = { sending: 'Sending …', waiting: 'Waiting for the connection …' };

interface SubmissionNoteProps {
  readonly action: string;
  /** Nobody types into its form: what is wrong with fields stands nowhere else. */
  readonly saysErrors?: boolean | undefined;
}

/** How it goes with the form around it: on its way, or why it failed. Screen readers are told by the runtime. */
export function SubmissionNote({ action, saysErrors }: SubmissionNoteProps): ReactNode {
  const { status, message, errors } = useSubmission(action);
  const text = message ?? (saysErrors && Object.values(errors).flat().join(' '));
  if (text) return <p className="text-sm text-accent">{text}</p>;
  if (status !== 'sending' && status !== 'waiting') return null;
  return <p className="text-sm text-quiet">{TEXTS[status]}</p>;
}
