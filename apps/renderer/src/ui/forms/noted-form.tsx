import { Form } from '#client-runtime';
import type { ComponentProps, ReactNode } from 'react';
import { SubmissionNote } from './submission-note.tsx';

type NotedFormProps = Extract<ComponentProps<typeof Form>, { readonly method?: 'post' }> &
  Pick<ComponentProps<typeof SubmissionNote>, 'saysErrors'>;

/** A form of an action that says how it goes with it: on its way, waiting for the connection, or why it failed. */
export function NotedForm({ children, saysErrors, ...form }: NotedFormProps): ReactNode {
  return (
    <Form {...form}>
      {children}
      <SubmissionNote action={form.action} saysErrors={saysErrors} />
    </Form>
  );
}
