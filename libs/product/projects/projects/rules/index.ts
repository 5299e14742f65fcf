export {
  isProjectSlug,
  mostProjectsNamed,
  parseProjectSlugs,
  toProjectSlug,
} from './project-slug.ts';
export { toNeed, toSize } from './project-need.ts';
export type { Need, Sign } from './project-need.ts';
