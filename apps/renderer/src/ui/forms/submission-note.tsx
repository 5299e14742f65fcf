import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';

const TEXTS = { sending: 'Sending …', waiting: 'Waiting for the connection …' };

interface SubmissionNoteProps {
  readonly action: string;
  /** True for forms without visible fields, which show no errors themselves. */
  readonly saysErrors?: boolean | undefined;
}

/**
 * Shows the progress or failure of the surrounding form. The runtime announces both to screen
 * readers.
 */
export function SubmissionNote({ action, saysErrors }: SubmissionNoteProps): ReactNode {
  const { status, message, errors } = useSubmission(action);
  const text = message ?? (saysErrors && Object.values(errors).flat().join(' '));
  if (text) return <p className="text-sm text-accent">{text}</p>;
  if (status !== 'sending' && status !== 'waiting') return null;
  return <p className="text-sm text-quiet">{TEXTS[status]}</p>;
}
