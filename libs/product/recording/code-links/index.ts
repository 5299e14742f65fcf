export { codeLinks, codeLinkSettings } from './store/code-link-settings.ts';
export type { CodeLinkLines } from './store/code-link-settings.ts';
