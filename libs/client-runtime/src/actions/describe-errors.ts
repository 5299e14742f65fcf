export function describeErrors(fields: number, errors: readonly string[]): string {
  const sentence = errors.join(' ');
  if (fields === 0) return sentence;
  return `${fields === 1 ? '1 field needs' : `${fields} fields need`} attention: ${sentence}`;
}
