export { toBreadcrumbLine } from './breadcrumb-line.ts';
export type { BreadcrumbLine } from './breadcrumb-line.ts';
