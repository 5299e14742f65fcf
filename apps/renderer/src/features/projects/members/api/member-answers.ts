import { ForbiddenException, Injectable } from '@nestjs/common';
import type { User } from '#product/people/accounts';
import { PeopleService } from '../people.service.ts';
import type { Access } from '../../../people/accounts/index.ts';
import type { PageOfList } from '../../../people/api/index.ts';
import { ProgramProjects } from '../../projects/index.ts';

@Injectable()
export class MemberAnswers {
  constructor(
    private readonly people: PeopleService,
    private readonly programProjects: ProgramProjects,
  ) {}

  async list(access: Access, page: PageOfList): Promise<readonly object[]> {
    // Email addresses are personal, and reading them needs a scope of its own.
    if (!access.hasScope('member:read')) {
      throw new ForbiddenException(
        'This token does not allow that: it lacks the scope member:read.',
      );
    }
    const projects = await this.programProjects.list(access);
    const people = await this.people.listActive(projects.map(({ id }) => id));
    return page.show(people.slice(page.offset)).map(toMember);
  }
}

function toMember({ id, email, name, isOwner }: User): object {
  const person = { id: String(id), email, name: name ?? email };
  const role = isOwner ? 'owner' : 'member';
  return {
    ...person,
    user: { ...person, username: email, isActive: true },
    role,
    orgRole: role,
    pending: false,
    expired: false,
  };
}
