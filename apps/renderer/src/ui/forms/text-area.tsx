import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldErrors } from './field-errors.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'style'> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly errors?: readonly string[] | undefined;
}

/** Several lines of text under their label, which grow with what is typed where browsers do that. */
export function TextArea({ label, hint, errors = [], ...input }: TextAreaProps): ReactNode {
  const id = useId();
  const [hintId, errorsId] = [`${id}-hint`, `${id}-errors`];
  const describedBy = [hint && hintId, errors.length > 0 && errorsId].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-quiet">
        {label}
      </label>
      <textarea
        rows={3}
        {...input}
        id={id}
        className="text-input field-sizing-content max-h-96"
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={describedBy || undefined}
      />
      <FieldErrors id={errorsId} errors={errors} />
      {hint && (
        <p id={hintId} className="text-xs text-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
