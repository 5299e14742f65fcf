export { changes } from './store/index.ts';
export { ProjectChangeStore } from './store/project-change.store.ts';
export { raiseProjects, raiseProjectsOf } from './store/raise-projects.ts';
