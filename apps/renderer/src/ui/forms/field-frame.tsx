import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldErrors } from './field-errors.tsx';

export interface FieldFrameProps {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly errors?: readonly string[] | undefined;
}

interface FieldTies {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export function FieldFrame({
  label,
  isLabelHidden = false,
  hint,
  errors = [],
  children,
}: FieldFrameProps & { readonly children: (ties: FieldTies) => ReactNode }): ReactNode {
  const id = useId();
  const isWrong = errors.length > 0;
  const [hintId, errorsId] = [`${id}-hint`, `${id}-errors`];
  const describedBy = [hint && hintId, isWrong && errorsId].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm text-quiet'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': isWrong || undefined,
        'aria-describedby': describedBy || undefined,
      })}
      <FieldErrors id={errorsId} errors={errors} />
      {hint && (
        <p id={hintId} className="text-xs text-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
