import { findChoice, toChoices } from '#shared';
import { InvalidFieldsException } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import type { PeopleService } from '../../projects/members/index.ts';
import type { TriageDto, TriageOffer } from './triage.dto.ts';

/** `projects` are those in which the person may triage. Returns undefined when there are none. */
export async function offerTriage(
  people: PeopleService,
  { user }: Access,
  projects: 'all' | readonly number[],
): Promise<TriageOffer | undefined> {
  if (!user || projects.length === 0) return undefined;
  const listed = await people.listPeopleWithRight('issues.triage', projects);
  const others = listed.filter(({ id }) => id !== user.id);
  const choices = toChoices(others.map(({ id, name }) => [String(id), name]));
  return {
    selfId: user.id,
    people: choices.isTyped ? toChoices(others.map(({ email, name }) => [email, name])) : choices,
  };
}

/**
 * Replaces the email address or name of an assignee by the id. Throws `InvalidFieldsException` when
 * nobody who triages with the person has it.
 */
export async function nameAssignee(
  people: PeopleService,
  access: Access,
  { change, assignee = '', ...fields }: TriageDto,
): Promise<TriageDto> {
  if (change !== 'assign' || /^\d*$/.test(assignee.trim())) return { ...fields, change, assignee };
  const known = await people.listPeopleWithRight(
    'issues.triage',
    access.listProjects('issues.triage'),
  );
  const values = known.map(({ email, name }) => [email, name] as const);
  const chosen = findChoice('member', assignee, values);
  if (!chosen.ok) throw new InvalidFieldsException({ assignee: [chosen.message] });
  const found = known.find(({ email }) => email === chosen.value);
  return { ...fields, change, assignee: String(found?.id) };
}
