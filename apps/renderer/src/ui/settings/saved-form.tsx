import { useBlocker, useSubmission } from '#client-runtime';
import { useEffect, useRef, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { NotedForm } from '../forms/noted-form.tsx';

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

/** Returns the labels of the changed fields in the order of the form, without duplicates. */
function listChanged(form: HTMLFormElement): string[] {
  const changed = [...form.elements].filter(isChanged);
  return [...new Set(changed.map(toLabel))].filter((label) => label !== '');
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement) {
    if (field.type === 'hidden') return false;
    return field.type === 'checkbox' || field.type === 'radio'
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  return false;
}

function toLabel(field: Element): string {
  const { labels } = field as HTMLInputElement;
  const isChoice = field instanceof HTMLInputElement && field.type === 'radio';
  const legend = isChoice ? field.closest('fieldset')?.querySelector('legend') : undefined;
  return (legend ?? labels?.[0])?.textContent.trim() ?? '';
}
