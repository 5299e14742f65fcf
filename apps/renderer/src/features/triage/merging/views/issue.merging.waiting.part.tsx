import { Form, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { SubmissionNote } from '../../../../ui/forms/submission-note.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import type { MergeAction, MergingPartProps } from '../merging.dto.ts';
import { groupingId } from './grouping-id.ts';
import { IssueGroups } from './issue-groups.tsx';

export function Part({ project, groups, canMerge }: MergingPartProps): ReactNode {
  const note = groups && `${formatQuantity(groups.total, 'group')} of events, merged`;
  return (
    <Section id={groupingId} title="Grouping" note={note}>
      <div className="grid max-w-3xl gap-3">
        {groups && <IssueGroups groups={groups} project={project} canUnmerge={canMerge} />}
        {canMerge && <MergeInto />}
      </div>
    </Section>
  );
}

function MergeInto(): ReactNode {
  const { errors, fields } = useSubmission<MergeAction>('merge');
  return (
    <Disclosure
      summary="Merge into another issue"
      open={errors.into !== undefined}
      className="text-sm print:hidden"
    >
      <Form action="merge" noValidate className="grid max-w-sm gap-2 py-1">
        <TextField
          name="into"
          label="Short id of that issue"
          hint="Like WEB-42. It keeps its state and its assignee."
          autoComplete="off"
          defaultValue={String(fields.into ?? '')}
          errors={errors.into}
        />
        <div className="flex items-center gap-4">
          <Button>Merge</Button>
          <SubmissionNote action="merge" />
        </div>
      </Form>
    </Disclosure>
  );
}
