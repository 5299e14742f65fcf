import { useBlocker, useSubmission } from '#client-runtime';
import { useEffect, useRef, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { NotedForm } from '../forms/noted-form.tsx';
import { listChanged } from './list-changed.ts';

interface SavedFormProps extends Omit<
  ComponentProps<typeof NotedForm>,
  'onInput' | 'onSubmit' | 'onReset'
> {
  readonly action: string;
  /** True when the page loads with unsaved values in its fields, such as rules in a preview. */
  readonly isUnsaved?: boolean;
}

/**
 * A settings form that names its changed fields, and asks before the visitor leaves without saving.
 */
export function SavedForm({ children, isUnsaved = false, ...form }: SavedFormProps): ReactNode {
  const { status } = useSubmission(form.action);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const note = useRef<HTMLParagraphElement>(null);
  // Fields may have changed before hydration. Visitors type early, and browsers restore typed text.
  useEffect(() => {
    const own = note.current?.closest('form');
    if (own) setChanged(listChanged(own));
  }, []);
  const isRefused = status === 'invalid' || status === 'failed';
  const names = changed.join(', ');
  useBlocker(
    isUnsaved || isRefused || names !== '',
    names === ''
      ? 'Leave this page? What you changed is not saved.'
      : `Leave this page? You have not saved: ${names}.`,
  );
  return (
    <NotedForm
      {...form}
      onInput={({ currentTarget }) => setChanged(listChanged(currentTarget))}
      onSubmit={(event) => {
        if (!isOfOtherAction(event.nativeEvent)) setChanged([]);
      }}
      onReset={() => setChanged([])}
    >
      {children}
      <p ref={note} aria-live="polite" className="min-h-4.5 text-xs text-quiet empty:hidden">
        {names === '' ? null : `Not saved yet: ${names}.`}
      </p>
    </NotedForm>
  );
}

/** A button with an action of its own, such as a preview, saves nothing. */
function isOfOtherAction(event: Event): boolean {
  return event instanceof SubmitEvent && (event.submitter?.hasAttribute('formaction') ?? false);
}
