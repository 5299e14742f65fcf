import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';

const TEXTS = { sending: 'Sending …', waiting: 'Waiting for the connection …' };

/** How it goes with the form around it: on its way, or why it failed. Screen readers are told by the runtime. */
export function SubmissionNote({ action }: { readonly action: string }): ReactNode {
  const { status, message } = useSubmission(action);
  if (status === 'failed') return <p className="text-sm text-accent">{message}</p>;
  if (status !== 'sending' && status !== 'waiting') return null;
  return <p className="text-sm text-quiet">{TEXTS[status]}</p>;
}
