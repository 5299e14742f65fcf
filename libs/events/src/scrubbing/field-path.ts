/** From this length on, a path stays as it is: a long name above many fields would cost its length for each. */
export const MAX_PATH_LENGTH = 200;

/** Returns the path of a field, or of the entries of a list (`[]`), below `path`. */
export function joinPath(path: string, step: string): string {
  if (path.length >= MAX_PATH_LENGTH) return path;
  return path === '' || step === '[]' ? path + step : `${path}.${step}`;
}
