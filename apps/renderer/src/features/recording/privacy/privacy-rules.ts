import { ArrayMaxSize, IsBoolean, IsIn, Matches, MaxLength } from 'class-validator';
import { addressChoices, defaultPrivacy, privacyLimits } from '#shared';
import type { AddressChoice, PrivacyRules } from '#shared';
import { areAllowed } from '../../people/settings/index.ts';
import type { PrivacyDto } from './privacy.dto.ts';

/**
 * Checks the limits of `privacySettings`. A name needs a letter or a digit; a path has no blanks.
 */
class AllowedRules implements PrivacyRules {
  @ArrayMaxSize(privacyLimits.entries)
  @MaxLength(privacyLimits.nameLength, { each: true })
  @Matches(/[\p{L}\p{N}]/u, { each: true })
  readonly secretNames: readonly string[] = [];

  @ArrayMaxSize(privacyLimits.entries)
  @MaxLength(privacyLimits.nameLength, { each: true })
  @Matches(/[\p{L}\p{N}]/u, { each: true })
  readonly safeNames: readonly string[] = [];

  @ArrayMaxSize(privacyLimits.entries)
  @MaxLength(privacyLimits.pathLength, { each: true })
  @Matches(/^[^\s.]+(?:\.[^\s.]+)*$/, { each: true })
  readonly openPaths: readonly string[] = [];

  @IsBoolean()
  readonly hidesMail: boolean = false;

  @IsBoolean()
  readonly hidesIban: boolean = false;

  @IsIn(addressChoices)
  readonly addresses: AddressChoice = 'shorten';
}

const RULES = {
  hiddenNames: 'secretNames',
  safeNames: 'safeNames',
  openPaths: 'openPaths',
} as const satisfies { readonly [Field in keyof PrivacyDto]?: keyof PrivacyRules };

type ListField = keyof typeof RULES;
type FieldFaults = Partial<Record<ListField, readonly string[]>>;

type ParsedRules =
  | { readonly ok: true; readonly rules: PrivacyRules }
  | { readonly ok: false; readonly fields: FieldFaults };

const { entries, nameLength, pathLength } = privacyLimits;
const NAMES = `At most ${entries} names, one a line, each with a letter or a digit and at most ${nameLength} characters.`;
const PATHS = `At most ${entries} paths, one a line, as events show them: extra.debug, of at most ${pathLength} characters without blanks.`;

export function parsePrivacyRules(sent: PrivacyDto): ParsedRules {
  const lists = {
    hiddenNames: toLines(sent.hiddenNames),
    safeNames: toLines(sent.safeNames),
    openPaths: toLines(sent.openPaths),
  };
  const wrong = (Object.keys(lists) as ListField[]).filter(
    (name) => !areAllowed(AllowedRules, { [RULES[name]]: lists[name] }),
  );
  const fields = wrong.map((name) => [name, [name === 'openPaths' ? PATHS : NAMES]]);
  if (wrong.length > 0) return { ok: false, fields: Object.fromEntries(fields) as FieldFaults };
  const [hidesMail, hidesIban] = [sent.hidesMail === 'yes', sent.hidesIban === 'yes'];
  const { hiddenNames: secretNames, ...others } = lists;
  const { addresses } = sent;
  return { ok: true, rules: { secretNames, ...others, hidesMail, hidesIban, addresses } };
}

/**
 * Returns the patch that saves these rules. A value that equals the default becomes undefined,
 * which removes the stored setting.
 */
export function toPatch(rules: PrivacyRules): {
  [Field in keyof PrivacyRules]?: PrivacyRules[Field] | undefined;
} {
  const fields = Object.entries(rules).map(([name, value]) => {
    const isDefault =
      JSON.stringify(value) === JSON.stringify(defaultPrivacy[name as keyof PrivacyRules]);
    return [name, isDefault ? undefined : value];
  });
  return Object.fromEntries(fields);
}

export function toFields(rules: PrivacyRules): Record<keyof PrivacyDto, string> {
  const { secretNames, safeNames, openPaths, hidesMail, hidesIban, addresses } = rules;
  return {
    hiddenNames: secretNames.join('\n'),
    safeNames: safeNames.join('\n'),
    openPaths: openPaths.join('\n'),
    hidesMail: hidesMail ? 'yes' : 'no',
    hidesIban: hidesIban ? 'yes' : 'no',
    addresses,
  };
}

function toLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
