import { Form, Link, useBlocker, useNavigation, useSubmission } from '#client-runtime';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SubmissionNote } from '../../../../ui/forms/submission-note.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { Section } from '../../../../ui/section.tsx';
import { toSamePage } from '../../../recording/issue-page/views/index.ts';
import type { CommentAction, HistoryPartProps } from '../history.dto.ts';
import { HistoryLine } from './history-line.tsx';

const historyId = 'history';
const PAGING = { part: historyId, name: 'history' };

export function Part({
  items,
  older,
  isOlder = false,
  project,
  canComment,
  canUndo,
}: HistoryPartProps): ReactNode {
  const undone = new Set(
    items.map((item) => item.what === 'reprocessing' && item.kind === 'undone' && item.orderId),
  );
  return (
    <Section id={historyId} title="History">
      <div className="max-w-3xl">
        {canComment && !isOlder && <CommentForm />}
        {items.length === 0 ? (
          <p className="text-sm text-faint">Nobody has changed or commented on this issue yet.</p>
        ) : (
          <ol className="grid">
            {items.map((item) => (
              <HistoryLine
                key={item.id}
                item={item}
                canComment={canComment}
                canUndo={canUndo && !('orderId' in item && undone.has(item.orderId))}
                project={project}
              />
            ))}
          </ol>
        )}
        <HistoryPages older={older} isOlder={isOlder} />
      </div>
    </Section>
  );
}

function HistoryPages({
  older,
  isOlder,
}: {
  readonly older: number | undefined;
  readonly isOlder: boolean;
}): ReactNode {
  const { address } = useNavigation();
  if (older === undefined && !isOlder) return null;
  const link = 'inline-flex items-center pointer-coarse:min-h-11';
  return (
    <nav aria-label="Pages of the history" className="flex gap-6 py-2 text-sm print:hidden">
      {isOlder && (
        <Link href={toSamePage(address, PAGING)} prefetch="intent" className={link}>
          Newest history
        </Link>
      )}
      {older !== undefined && (
        <Link
          href={toSamePage(address, { ...PAGING, value: older })}
          prefetch="intent"
          className={link}
        >
          Older history
        </Link>
      )}
    </nav>
  );
}

function CommentForm(): ReactNode {
  const { status, errors, fields } = useSubmission<CommentAction>('comment');
  const [isTyped, setTyped] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // Visitors type before hydration, and the runtime restores typed text.
  useEffect(() => setTyped(field.current!.value.trim() !== ''), []);
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
        ref={field}
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
