export { findFilterProblem, parseFilterList } from './parse-filter-list.ts';
