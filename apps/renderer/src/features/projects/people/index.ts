export { PeopleModule } from './people.module.ts';
