import type { Access } from '../../people/accounts/index.ts';
import { listAssignees } from '../../projects/members/index.ts';
import type { PeopleService } from '../../projects/members/index.ts';
import type { TriageOffer } from './triage.dto.ts';

/** `projects` are those in which the person may triage. Returns undefined when there are none. */
export async function offerTriage(
  people: PeopleService,
  access: Access,
  projects: 'all' | readonly number[],
): Promise<TriageOffer | undefined> {
  const { user } = access;
  if (!user || projects.length === 0) return undefined;
  return { selfId: user.id, people: await listAssignees(people, access, projects) };
}
