/** What differs between two occurrences of one problem, most specific first: an address holds numbers. */
const patterns: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '<uuid>'],
  [/\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'<>()[\]]+/gi, '<url>'],
  [/[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+/gi, '<email>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>'],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '<time>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, '<ip>'],
  [/(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{1,4}(?![\w:])/gi, '<ip>'],
  [/\b0x[\da-f]+\b/gi, '<hex>'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,128}\b/gi, '<hex>'],
  [/(?<![\w.])[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/gi, '<number>'],
  [/(?<=_)\d+(?=\b|_)|(?<=[a-z])\d{3,}(?=\b|_)/gi, '<number>'],
];

const MAX_LENGTH = 1000;

/** A message without what is only this occurrence's: ids, numbers, hashes, dates, addresses and URLs. */
export function parameterise(message: string): string {
  return patterns
    .reduce((text, [pattern, name]) => text.replaceAll(pattern, name), message.slice(0, MAX_LENGTH))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
