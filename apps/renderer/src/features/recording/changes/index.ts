export { ChangesModule } from './changes.module.ts';
export { allProjectsTag, toProjectTag } from './project-tag.ts';
