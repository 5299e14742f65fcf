import { errorCatalogue } from '#shared';
import { InvalidFieldsException } from '../../../../rendering/index.ts';
import type { ProjectCode, ProjectResult } from './project-settings.service.ts';

/** Which field is to be corrected; those of no field are of the form as a whole. */
const FIELDS: Readonly<Partial<Record<ProjectCode, string>>> = {
  'project.name_length': 'name',
  'project.slug_invalid': 'slug',
  'project.slug_taken': 'slug',
  'project.slug_differs': 'slug',
  'project.rate_invalid': 'rate',
  'project.origins_invalid': 'origins',
};

/** What a form about a project shows of a refusal. */
export function toRefusal(code: ProjectCode): InvalidFieldsException {
  return new InvalidFieldsException({ [FIELDS[code] ?? '']: [errorCatalogue[code].message] });
}

/** Shows the refusal in the form, if it is one. */
export function accept(result: ProjectResult): void {
  if (!result.ok) throw toRefusal(result.code);
}
