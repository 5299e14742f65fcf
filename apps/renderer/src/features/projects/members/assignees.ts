import { findChoice, toChoices } from '#shared';
import type { Choices } from '#shared';
import { InvalidFieldsException } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import type { PeopleService } from './people.service.ts';

/** Lists the others who may triage in `projects`: by id, or by email when they are typed. */
export async function listAssignees(
  people: PeopleService,
  { user }: Access,
  projects: 'all' | readonly number[],
): Promise<Choices> {
  const listed = await people.listPeopleWithRight('issues.triage', projects);
  const others = listed.filter(({ id }) => id !== user?.id);
  const choices = toChoices(others.map(({ id, name }) => [String(id), name]));
  return choices.isTyped ? toChoices(others.map(({ email, name }) => [email, name])) : choices;
}

/**
 * Replaces the email address or name of an assignee by the id. Throws `InvalidFieldsException` when
 * nobody who triages with the person has it.
 */
export async function nameAssignee<
  Fields extends { readonly change?: string | undefined; readonly assignee?: string | undefined },
>(
  people: PeopleService,
  access: Access,
  { assignee = '', ...fields }: Fields,
): Promise<Omit<Fields, 'assignee'> & { readonly assignee: string }> {
  if (fields.change !== 'assign' || /^\d{0,15}$/.test(assignee.trim()))
    return { ...fields, assignee };
  const known = await people.listPeopleWithRight(
    'issues.triage',
    access.listProjects('issues.triage'),
  );
  const values = known.map(({ email, name }) => [email, name] as const);
  const chosen = findChoice('member', assignee, values);
  if (!chosen.ok) throw new InvalidFieldsException({ assignee: [chosen.message] });
  const found = known.find(({ email }) => email === chosen.value);
  return { ...fields, assignee: String(found?.id) };
}
