export function describeErrors(fields: number, errors: readonly string[]): string {
  const sentence = errors.join(' ');
  if (fields === 0) return sentence;
  return `${fields} field${fields === 1 ? ' needs' : 's need'} attention: ${sentence}`;
}
