export { changes, ProjectChangeStore } from './store/project-change.store.ts';
export { raiseProjects, raiseProjectsOf } from './store/raise-projects.ts';
