import { runtimeTexts } from '../runtime-texts.ts';

export function describeErrors(fields: number, errors: readonly string[]): string {
  const sentence = errors.join(' ');
  if (fields === 0) return sentence;
  const english = `${fields === 1 ? '1 field needs' : `${fields} fields need`} attention:`;
  return `${runtimeTexts.invalid?.replace('{count}', `${fields}`) ?? english} ${sentence}`;
}
