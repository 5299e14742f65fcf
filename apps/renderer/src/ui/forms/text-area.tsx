import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame } from './field-frame.tsx';
import type { FieldFrameProps } from './field-frame.tsx';

interface TextAreaProps
  extends Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'style'>, FieldFrameProps {
  readonly name: string;
}

export function TextArea({
  label,
  isLabelHidden,
  hint,
  errors,
  ...input
}: TextAreaProps): ReactNode {
  return (
    <FieldFrame label={label} isLabelHidden={isLabelHidden} hint={hint} errors={errors}>
      {(ties) => (
        <textarea
          rows={3}
          {...input}
          {...ties}
          className="text-input field-sizing-content max-h-96"
        />
      )}
    </FieldFrame>
  );
}
