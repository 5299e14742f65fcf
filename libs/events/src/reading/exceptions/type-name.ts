import { fieldLimits } from '../../json/field-limits.ts';
import { cutText } from '../../json/shape.ts';
import type { Language } from '../stack/language.ts';
import { withoutPathsOfPhp } from '../stack/php-names.ts';

/** Separator between module and type. Types of other languages already contain the module. */
const separators: Partial<Record<Language, string>> = {
  jvm: '.',
  python: '.',
  go: '.',
  rust: '::',
};

const OMITTED_MODULES: ReadonlySet<string> = new Set([
  'builtins',
  '__builtin__',
  'exceptions',
  '__main__',
]);

interface ExceptionType {
  readonly type: string;
  readonly module: string | undefined;
}

/**
 * Returns the type with its module, such as `java.lang.IllegalStateException` or
 * `shop::reindex::Error`. Leaves out the modules of Python itself, such as `builtins` before
 * `ValueError`.
 */
export function toTypeName(
  type: string,
  module: string | undefined,
  language: Language,
): ExceptionType {
  const named = toFullTypeName(type, module, language);
  return { ...named, type: cutText(named.type, fieldLimits.exceptionType) };
}

/** Like `toTypeName`, without the length limit. */
export function toFullTypeName(
  type: string,
  module: string | undefined,
  language: Language,
): ExceptionType {
  if (language === 'php') return { type: withoutPathsOfPhp(type), module };
  const separator = separators[language];
  if (module === undefined || separator === undefined || type === '') return { type, module };
  const isUnsaid = language === 'python' && OMITTED_MODULES.has(module);
  const isSaid = isUnsaid || type.startsWith(`${module}${separator}`);
  return { type: isSaid ? type : `${module}${separator}${type}`, module: undefined };
}
