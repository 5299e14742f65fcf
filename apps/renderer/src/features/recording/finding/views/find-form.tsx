import { Form } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';

export function FindForm({ text = '' }: { readonly text?: string | undefined }): ReactNode {
  return (
    <Form
      // A new `text` makes a new form. Otherwise the field would keep what was typed.
      key={text}
      method="get"
      action="/find"
      role="search"
      className="flex flex-wrap items-end gap-2 pb-3 print:hidden"
    >
      <TextField
        name="q"
        type="search"
        label="Digest, event, issue, trace, request or address"
        defaultValue={text}
        maxLength={500}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button>Find</Button>
    </Form>
  );
}
