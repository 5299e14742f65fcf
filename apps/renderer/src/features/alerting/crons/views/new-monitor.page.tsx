import { useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { CronsController } from '../crons.controller.ts';
import type { CreateMonitorAction, MonitorFields } from '../crons.dto.ts';
import { ScheduleFields } from './schedule-form.tsx';

type Props = PropsOf<CronsController['offerNew']>;

export function Page({ fields, projects, project }: Props): ReactNode {
  const { errors, fields: sent } = useSubmission<CreateMonitorAction>('create');
  return (
    <>
      <h1 className="page-title">New cron monitor</h1>
      <SavedForm action="create" className="grid max-w-lg gap-3 pb-6">
        <SelectField
          name="project"
          label="Project"
          options={projects.map(({ slug, name }) => [slug, name] as const)}
          defaultValue={String(sent['project'] ?? project ?? projects[0]?.slug ?? '')}
          errors={errors['project']}
        />
        <ScheduleFields fields={{ ...fields, ...sent } as MonitorFields} errors={errors} />
        <TextField
          name="slug"
          label="Slug"
          hint="Check-ins name the monitor by this slug. Leave it empty to derive it from the name."
          maxLength={50}
          defaultValue={String(sent['slug'] ?? '')}
          errors={errors['slug']}
        />
        <div>
          <Button isPrimary>Add the monitor</Button>
        </div>
      </SavedForm>
    </>
  );
}
