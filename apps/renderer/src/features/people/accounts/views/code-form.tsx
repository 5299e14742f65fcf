import type { Address } from '#shared';
import { Form, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { CodeField } from './code-field.tsx';

interface CodeFormProps {
  readonly action: string;
  readonly at: Address;
  readonly children: string;
}

export function CodeForm({ action, at, children }: CodeFormProps): ReactNode {
  const { errors } = useSubmission(action);
  return (
    <Form action={action} at={at} reloadDocument className="grid max-w-sm gap-4">
      <FieldErrors id="code-form-errors" errors={errors['']} isAlert />
      <CodeField errors={errors['code']} />
      <div>
        <Button isPrimary>{children}</Button>
      </div>
    </Form>
  );
}
