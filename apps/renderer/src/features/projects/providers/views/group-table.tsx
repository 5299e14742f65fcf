import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { formOf } from '../../../../ui/forms/form-of.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { ProjectChoice } from '../../../../ui/settings/project-choice.tsx';
import type { AddGroupAction, ProviderRow, ProvidersProps } from '../providers.dto.ts';

interface GroupTableProps {
  readonly provider: ProviderRow;
  readonly projects: ProvidersProps['projects'];
}

const ROLES = [
  ['viewer', 'viewer'],
  ['member', 'member'],
  ['admin', 'admin'],
  ['owner', 'owner of everything'],
] as const;

const { Form, Field, Select, Box, useSent } = formOf<AddGroupAction>('add-group');

export function GroupTable({ provider, projects }: GroupTableProps): ReactNode {
  const { key, groups } = provider;
  return (
    <div className="grid gap-3 py-2">
      <p className="max-w-prose text-xs text-faint">
        People come in by an invitation or an allowed domain; groups give them roles, at each
        sign-in. A project that stands here follows the groups, and other projects stay as they are.
        The group * is everybody.
      </p>
      <ul className="text-sm">
        {groups.map(({ id, group, role, projects: named }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-4 border-t border-rule py-1.5 first:border-t-0"
          >
            <span className="min-w-0 wrap-anywhere">
              {`${group}: ${role}`}
              {role !== 'owner' && (
                <span className="text-quiet">{` of ${named?.join(', ') ?? 'all projects'}`}</span>
              )}
            </span>
            <NotedForm action="remove-group">
              <input type="hidden" name="provider" value={key} />
              <input type="hidden" name="group" value={id} />
              <Button aria-label={`Remove ${group}`}>Remove</Button>
            </NotedForm>
          </li>
        ))}
      </ul>
      <AddGroup key={groups.length} provider={provider} projects={projects} />
    </div>
  );
}

function AddGroup({ provider: { key }, projects }: GroupTableProps): ReactNode {
  const fixed = { provider: key };
  const { errors, fields } = useSent(fixed);
  return (
    <Form fixed={fixed} offered={{ role: 'member' }} className="grid max-w-lg gap-3">
      <Field name="group" label="Group" required autoComplete="off" spellCheck={false} />
      <Select name="role" label="Role" options={ROLES} />
      <Box name="everywhere" value="on" label="In all projects, new ones too" />
      <ProjectChoice
        legend="In these projects; an owner is in all"
        projects={projects}
        chosen={[fields.projects ?? []].flat()}
        errors={errors.projects}
      />
      <div>
        <Button>Add the group</Button>
      </div>
    </Form>
  );
}
