import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldErrors } from './field-errors.tsx';

interface SelectFieldProps extends Omit<
  ComponentProps<'select'>,
  'id' | 'className' | 'style' | 'children'
> {
  readonly name: string;
  readonly label: string;
  /** It is said by what stands around it; only those who hear the page need it. */
  readonly isLabelHidden?: boolean;
  readonly options: readonly (readonly [value: string | number, text: string])[];
  readonly errors?: readonly string[] | undefined;
}

/** A choice under its label, with what is wrong with it below. */
export function SelectField({
  label,
  isLabelHidden = false,
  options,
  errors = [],
  ...select
}: SelectFieldProps): ReactNode {
  const id = useId();
  const errorsId = `${id}-errors`;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm text-quiet'}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="text-input min-h-9 pointer-coarse:min-h-11"
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={errors.length > 0 ? errorsId : undefined}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldErrors id={errorsId} errors={errors} />
    </div>
  );
}
