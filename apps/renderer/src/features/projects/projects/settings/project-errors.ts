import { errorCatalogue } from '#shared';
import { InvalidFieldsException } from '../../../../rendering/index.ts';
import type { ProjectCode, ProjectResult } from './project-settings.service.ts';

const FIELDS: Readonly<Partial<Record<ProjectCode, string>>> = {
  'project.name_length': 'name',
  'project.slug_invalid': 'slug',
  'project.slug_taken': 'slug',
  'project.slug_differs': 'slug',
  'project.rate_invalid': 'rate',
  'project.origins_invalid': 'origins',
};

export function toRefusal(code: ProjectCode): InvalidFieldsException {
  return new InvalidFieldsException({ [FIELDS[code] ?? '']: [errorCatalogue[code].message] });
}

export function accept(result: ProjectResult): void {
  if (!result.ok) throw toRefusal(result.code);
}
