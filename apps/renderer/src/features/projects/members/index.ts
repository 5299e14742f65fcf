export { MembersModule } from './members.module.ts';
