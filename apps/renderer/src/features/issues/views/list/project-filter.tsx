import { Form } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import type { IssueListProps } from '../../issues.dto.ts';

/**
 * Which project's issues are listed, for who sees several. Nothing is sent by choosing alone: with the keyboard each
 * step through a select chooses. What was chosen is not remembered for back: it leads to another list.
 */
export function ProjectFilter({
  status,
  project: { slug } = { slug: '', name: '' },
  projects,
}: Pick<IssueListProps, 'status' | 'project' | 'projects'>): ReactNode {
  if (!projects) return null;
  return (
    <Form
      // The field is as the list is, whatever was chosen before.
      key={slug}
      method="get"
      action="/issues"
      prefetch="intent"
      className="my-1.5 flex gap-2 sm:ml-auto print:hidden"
    >
      <SelectField
        name="project"
        label="Project"
        isLabelHidden
        options={projects}
        defaultValue={slug}
        autoComplete="off"
      />
      {status !== 'unresolved' && <input type="hidden" name="status" value={status} />}
      <Button>Show</Button>
    </Form>
  );
}
