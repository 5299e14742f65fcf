import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
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
  const { errors, fields } = useSubmission<AddGroupAction>('add-group');
  const isThis = fields.provider === key && Object.keys(errors).length > 0;
  const own = isThis ? errors : {};
  return (
    <NotedForm action="add-group" className="grid max-w-lg gap-3">
      <input type="hidden" name="provider" value={key} />
      <TextField
        name="group"
        label="Group"
        required
        autoComplete="off"
        spellCheck={false}
        defaultValue={isThis ? String(fields.group ?? '') : ''}
        errors={own.group}
      />
      <SelectField
        name="role"
        label="Role"
        options={ROLES}
        defaultValue="member"
        errors={own.role}
      />
      <label className="flex items-center gap-2 text-sm pointer-coarse:min-h-11">
        <input type="checkbox" name="everywhere" value="on" className="size-4" />
        In all projects, new ones too
      </label>
      <ProjectChoice
        legend="In these projects; an owner is in all"
        projects={projects}
        chosen={isThis ? [fields.projects ?? []].flat() : []}
        errors={own.projects}
      />
      <FieldErrors id={`add-group-${key}-errors`} errors={own['']} />
      <div>
        <Button>Add the group</Button>
      </div>
    </NotedForm>
  );
}
