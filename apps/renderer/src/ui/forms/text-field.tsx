import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame } from './field-frame.tsx';
import type { FieldFrameProps } from './field-frame.tsx';

interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'style'>, FieldFrameProps {
  readonly name: string;
}

export function TextField({
  label,
  isLabelHidden,
  hint,
  errors,
  ...input
}: TextFieldProps): ReactNode {
  return (
    <FieldFrame label={label} isLabelHidden={isLabelHidden} hint={hint} errors={errors}>
      {(ties) => <input {...input} {...ties} className="text-input" />}
    </FieldFrame>
  );
}
