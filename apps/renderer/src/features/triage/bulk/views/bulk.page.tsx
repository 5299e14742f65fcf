import { Form, Link, useSubmission } from '#client-runtime';
import { issueLimits } from '#shared';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { BulkController } from '../bulk.controller.ts';
import type { BulkDeletionAction, BulkUndoAction } from '../bulk.dto.ts';
import { TriageBar } from '../../states/views/index.ts';

type Props = PropsOf<BulkController['show']>;

export function Page(props: Props): ReactNode {
  const { list, triage, deletable, changes, href } = props;
  return (
    <>
      <h1 className="page-title">Change all that match</h1>
      <p className="max-w-prose wrap-anywhere">{describe(props)}</p>
      <p>
        <Link href={list.href} className="inline-flex items-center pointer-coarse:min-h-11">
          {list.name}
        </Link>
      </p>
      {triage && (
        <Form action="triage" noValidate className="triage-form triage-one py-2">
          <TriageBar offer={triage} status="all" canComment={false} />
        </Form>
      )}
      {deletable !== undefined && (
        <Section id="delete" title="Delete them">
          <Deletion count={deletable} />
        </Section>
      )}
      {changes.length > 0 && (
        <Section id="changes" title="What you have changed so">
          <Changes href={href} changes={changes} />
        </Section>
      )}
    </>
  );
}

function describe({ query, fault, project, count }: Props): string {
  if (fault !== undefined) return `The search cannot be understood. ${fault}`;
  const where = project === undefined ? '' : ` in ${project}`;
  const what = query === '' ? `There are` : `“${query}”${where} finds`;
  const most = formatExactCount(issueLimits.issuesPerBulk);
  if (count > issueLimits.issuesPerBulk) {
    return `${what} more than ${most} issues. Narrow the search: at most ${most} are changed at once.`;
  }
  if (count === 0) return `${what} no issue that you may change.`;
  const which = count === 1 ? '1 issue' : `${formatExactCount(count)} issues`;
  return `${what} ${which} that you may change. Your choice applies to all of them. You can undo it for a week.`;
}

function Deletion({ count }: { readonly count: number }): ReactNode {
  const { errors, fields } = useSubmission<BulkDeletionAction>('delete-all');
  const counted = formatExactCount(count);
  return (
    <NotedForm action="delete-all" className="grid max-w-sm gap-3">
      <p className="text-sm text-quiet">
        Errata deletes the issues with their events, history and comments. You cannot undo this.
      </p>
      <TextField
        name="count"
        label={`Type ${counted} to delete ${count === 1 ? 'this issue' : `these ${counted} issues`}`}
        required
        inputMode="numeric"
        autoComplete="off"
        defaultValue={fields.count ?? ''}
        errors={errors.count}
      />
      <div>
        <Button>Delete all</Button>
      </div>
    </NotedForm>
  );
}

function Changes({ href, changes }: Pick<Props, 'href' | 'changes'>): ReactNode {
  const { errors } = useSubmission<BulkUndoAction>('undo-all');
  return (
    <>
      <FieldErrors id="undo-errors" errors={Object.values(errors).flat()} />
      {changes.some(({ progress }) => progress) && (
        <p className="pb-2">
          <Link href={href} className="inline-flex items-center pointer-coarse:min-h-11">
            Look how far it is
          </Link>
        </p>
      )}
      <ul>
        {changes.map((change) => (
          <li key={change.id} className="border-t border-rule py-2 first:border-t-0">
            <Change {...change} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Change({
  id,
  query,
  askedAtMs,
  text,
  progress,
  canUndo,
}: Props['changes'][number]): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere">
          {query === '' ? 'All issues' : query}
          <Moment atMs={askedAtMs} className="ml-2 text-xs text-faint" />
        </p>
        <p className="text-sm text-quiet">{text}</p>
      </div>
      {progress && (
        <progress
          value={progress.done}
          max={progress.of}
          aria-label={text}
          className="accent-ink"
        />
      )}
      {canUndo && (
        <NotedForm action="undo-all">
          <input type="hidden" name="bulk" value={id} />
          <Button aria-label={`Undo what was done to ${query}`}>Undo</Button>
        </NotedForm>
      )}
    </div>
  );
}
