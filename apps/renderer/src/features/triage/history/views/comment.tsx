import { Form, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { SubmissionNote } from '../../../../ui/forms/submission-note.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import type { CommentItem, EditCommentAction } from '../history.dto.ts';

interface CommentProps {
  readonly comment: CommentItem;
  readonly canComment: boolean;
}

export function Comment({ comment, canComment }: CommentProps): ReactNode {
  const { html, body } = comment;
  return (
    <>
      {/* The server made this HTML from Markdown. HTML that the author wrote is escaped. */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {/* The key closes the editor once the comment is changed. */}
      {canComment && body !== undefined && (
        <OwnComment key={comment.editedAtMs} id={comment.id} body={body} />
      )}
    </>
  );
}

function OwnComment({ id, body }: { readonly id: number; readonly body: string }): ReactNode {
  const { errors, fields } = useSubmission<EditCommentAction>('edit-comment');
  const isThis = fields.comment === String(id);
  return (
    <div className="flex flex-wrap items-start gap-x-4 text-xs print:hidden">
      <Disclosure
        summary={<span className="text-faint">Edit</span>}
        open={isThis}
        className="open:basis-full"
      >
        <Form action="edit-comment" className="grid gap-2 py-1">
          <input type="hidden" name="comment" value={id} />
          <TextArea
            name="edited"
            label="Comment"
            defaultValue={isThis ? String(fields.edited ?? '') : body}
            errors={isThis ? errors.edited : undefined}
          />
          <div className="flex items-center gap-4">
            <Button isPrimary>Save</Button>
            <SubmissionNote action="edit-comment" />
          </div>
        </Form>
      </Disclosure>
      <Confirm
        label="Delete"
        question="Delete this comment? It cannot be brought back."
        className="py-1 text-faint hover:text-ink pointer-coarse:min-h-11"
      >
        <NotedForm action="delete-comment">
          <input type="hidden" name="comment" value={id} />
          <Button isPrimary>Delete</Button>
        </NotedForm>
      </Confirm>
    </div>
  );
}
