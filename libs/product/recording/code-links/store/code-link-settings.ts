import type { SettingsPart } from '#product/projects/projects';

export interface CodeLinkLines {
  /**
   * Lines as they were typed, such as `src/ →
   * https://github.com/acme/shop/blob/{commit}/src/{path}#L{line}`
   */
  readonly lines: readonly string[];
}

export const codeLinkSettings: SettingsPart<CodeLinkLines> = {
  name: 'code-links',
  defaults: { lines: [] },
};
