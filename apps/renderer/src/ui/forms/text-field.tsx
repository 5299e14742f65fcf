import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldErrors } from './field-errors.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'style'> {
  readonly name: string;
  readonly label: string;
  /** What may be typed, below the field. */
  readonly hint?: string;
  readonly errors?: readonly string[] | undefined;
}

/** A line of text under its label, with what is wrong with it beside it. */
export function TextField({ label, hint, errors = [], ...input }: TextFieldProps): ReactNode {
  const id = useId();
  const [hintId, errorsId] = [`${id}-hint`, `${id}-errors`];
  const describedBy = [hint && hintId, errors.length > 0 && errorsId].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-quiet">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="text-input"
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
