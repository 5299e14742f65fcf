import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame } from './field-frame.tsx';
import type { FieldFrameProps } from './field-frame.tsx';

interface SelectFieldProps
  extends
    Omit<ComponentProps<'select'>, 'id' | 'className' | 'style' | 'children'>,
    FieldFrameProps {
  readonly name: string;
  readonly options: readonly (readonly [value: string | number, text: string])[];
}

export function SelectField({
  label,
  isLabelHidden,
  hint,
  errors,
  options,
  ...select
}: SelectFieldProps): ReactNode {
  return (
    <FieldFrame label={label} isLabelHidden={isLabelHidden} hint={hint} errors={errors}>
      {(ties) => (
        <select {...select} {...ties} className="text-input">
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
