import type { SettingsPart } from '#product/projects/projects';

/** The address of a project's code, by the paths of its frames. */
export interface CodeLinkLines {
  /** As they were typed: `src/ → https://github.com/acme/shop/blob/{commit}/src/{path}#L{line}` */
  readonly lines: readonly string[];
}

export const codeLinkSettings: SettingsPart<CodeLinkLines> = {
  name: 'code-links',
  defaults: { lines: [] },
};
