import { Get } from '@nestjs/common';
import { CurrentAccess } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import {
  ApiController,
  RequestedPage,
  Describes,
  pageParameters,
  schema,
} from '../../../people/api/index.ts';
import type { PageOfList } from '../../../people/api/index.ts';
import { MemberAnswers } from './member-answers.ts';

const { flag, id, named, object, oneOf, text } = schema;

const role = oneOf('owner', 'member');
const person = { id, email: text, name: text };
const memberSchema = named(
  'Member',
  object({
    ...person,
    user: object({ ...person, username: text, isActive: flag }),
    role,
    orgRole: role,
    pending: flag,
    expired: flag,
  }),
);

@ApiController('organizations/:org/members')
export class MembersApiController {
  constructor(private readonly answers: MemberAnswers) {}

  @Describes({
    summary: 'People with whom the token shares a project; with the scope member:read.',
    query: pageParameters,
    answer: schema.listOf(memberSchema),
  })
  @Get()
  list(
    @CurrentAccess() access: Access,
    @RequestedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    return this.answers.list(access, page);
  }
}
