import { fieldLimits } from '../../json/field-limits.ts';
import { cutText } from '../../json/shape.ts';
import type { Language } from '../stack/language.ts';
import { withoutPathsOfPhp } from '../stack/php-names.ts';

/** Between module and type, by languages that write both. Others have the module in the type already. */
const separators: Partial<Record<Language, string>> = {
  jvm: '.',
  python: '.',
  go: '.',
  rust: '::',
};

/** Python leaves these out where it prints a type. */
const UNSAID: ReadonlySet<string> = new Set(['builtins', '__builtin__', 'exceptions', '__main__']);

interface ExceptionType {
  readonly type: string;
  /** Where the type does not name it. */
  readonly module: string | undefined;
}

/** `java.lang.IllegalStateException`, `shop::reindex::Error`, and `ValueError` without `builtins`. */
export function toTypeName(
  type: string,
  module: string | undefined,
  language: Language,
): ExceptionType {
  const named = toFullTypeName(type, module, language);
  return { ...named, type: cutText(named.type, fieldLimits.exceptionType) };
}

/** The same at any length. */
export function toFullTypeName(
  type: string,
  module: string | undefined,
  language: Language,
): ExceptionType {
  if (language === 'php') return { type: withoutPathsOfPhp(type), module };
  const separator = separators[language];
  if (module === undefined || separator === undefined || type === '') return { type, module };
  const isUnsaid = language === 'python' && UNSAID.has(module);
  const isSaid = isUnsaid || type.startsWith(`${module}${separator}`);
  return { type: isSaid ? type : `${module}${separator}${type}`, module: undefined };
}
