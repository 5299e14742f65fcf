/** The values of a parameter of an address; an empty one is as good as none. */
export function listTexts(value: unknown): string[] {
  return readTexts(value).filter((text) => text !== '');
}

/** The values of a parameter, empty ones, too. */
export function readTexts(value: unknown): string[] {
  return [value].flat().filter((each): each is string => typeof each === 'string');
}
