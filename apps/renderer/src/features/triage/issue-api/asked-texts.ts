export function listTexts(value: unknown): string[] {
  return readTexts(value).filter((text) => text !== '');
}

export function readTexts(value: unknown): string[] {
  return [value].flat().filter((each): each is string => typeof each === 'string');
}
