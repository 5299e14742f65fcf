export {
  findCommit,
  listPaths,
  needsCommit,
  toCodeAddress,
  toCommitAddress,
} from './code-address.ts';
export * as codeLinkLimits from './code-link-limits.ts';
export { parseCodeLinks } from './parse-code-links.ts';
export type { CodeLink, ParsedCodeLinks } from './parse-code-links.ts';
