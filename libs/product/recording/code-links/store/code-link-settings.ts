import type { SettingsPart } from '#product/projects/projects';

/** Where the code of a project can be read. */
export interface CodeLinkLines {
  /** As they were typed: `src/ → https://github.com/acme/shop/blob/{commit}/src/{path}#L{line}` */
  readonly lines: readonly string[];
}

export const codeLinkSettings: SettingsPart<CodeLinkLines> = {
  name: 'code-links',
  defaults: { lines: [] },
};
