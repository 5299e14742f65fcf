export {
  isProjectSlug,
  mostProjectsNamed,
  parseProjectSlugs,
  toProjectSlug,
} from './project-slug.ts';
