export { AfterUserPipe } from './after-user.pipe.ts';
export { listAssignees, nameAssignee } from './assignees.ts';
export { toInitials } from './initials.ts';
export { PeopleService } from './people.service.ts';
export { MembersModule } from './members.module.ts';
