import { Form } from '#client-runtime';
import type { ComponentProps, ReactNode } from 'react';
import { SubmissionNote } from './submission-note.tsx';

type NotedFormProps = Extract<ComponentProps<typeof Form>, { readonly method?: 'post' }> &
  Pick<ComponentProps<typeof SubmissionNote>, 'saysErrors'>;

export function NotedForm({ children, saysErrors, ...form }: NotedFormProps): ReactNode {
  return (
    <Form {...form}>
      {children}
      <SubmissionNote action={form.action} saysErrors={saysErrors} />
    </Form>
  );
}
