import type { Capability } from '#persistence/stores';
import { tellList } from '#product/people/audit/rules';
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

export const codeLinks = {
  tables: [],
  migrations: [],
  stores: {},
  auditTexts: {
    'settings.code-links.lines': tellList('code links'),
  },
} as const satisfies Capability;
