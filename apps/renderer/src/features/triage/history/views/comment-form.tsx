import { Form, useBlocker, useSubmission } from '#client-runtime';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SubmissionNote } from '../../../../ui/forms/submission-note.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import type { CommentAction } from '../history.dto.ts';

export function CommentForm(): ReactNode {
  const { status, errors, fields } = useSubmission<CommentAction>('comment');
  const [isTyped, setTyped] = useState(false);
  const isRefused = status === 'invalid' || status === 'failed';
  useBlocker(isTyped || isRefused, 'Leave this page? Your comment has not been sent.');
  return (
    <Form
      action="comment"
      className="mb-3 grid gap-2 print:hidden"
      onSubmit={() => setTyped(false)}
      onReset={() => setTyped(false)}
    >
      <TextArea
        name="body"
        label="Comment"
        hint="Markdown."
        required
        defaultValue={String(fields.body ?? '')}
        errors={errors.body}
        onInput={({ currentTarget }) => setTyped(currentTarget.value.trim() !== '')}
      />
      <div className="flex items-center gap-4">
        <Button>Comment</Button>
        <SubmissionNote action="comment" />
      </div>
    </Form>
  );
}
