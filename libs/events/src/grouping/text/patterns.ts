/** A pattern and its replacement. Every pattern must take time linear in the text. */
export type Replacement = readonly [pattern: RegExp, name: string];

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}';
const TIME = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?[AP]M)?`;
const ZONE = String.raw` ?(?:Z|UTC|GMT|[A-Z]{3,4}|[+-]\d\d:?\d\d)\b`;

const DATES = [
  String.raw`\b\d{8}T\d{4,6}(?:\.\d{1,9})?Z?\b`,
  String.raw`\b\d{4}[-/.]\d\d?[-/.]\d\d?(?:[T ]${TIME}(?:${ZONE})?)?`,
  String.raw`\b\d{1,2}\/${MONTH}\/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?`,
  String.raw`\b\d{1,2}[./-]\d{1,2}[./-]\d{4}(?:,? ${TIME}(?:${ZONE})?)?`,
  // `String(new Date())` puts the zone's name in brackets.
  String.raw`\b${DAY} ${MONTH} \d\d \d{4} ${TIME} GMT[+-]\d{4}(?: \([^()\n]{1,60}\))?`,
  String.raw`\b(?:${DAY},? )?${MONTH} {1,2}\d{1,2} ${TIME}(?:${ZONE})?(?: \d{4})?`,
  String.raw`\b(?:${DAY},? )?\d{1,2} ${MONTH} \d{4}(?:,? ${TIME}(?:${ZONE})?)?`,
  String.raw`\b(?:${DAY},? )?${MONTH} \d{1,2},? \d{4}(?:,? ${TIME}(?:${ZONE})?)?`,
  String.raw`\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b`,
];

const DURATIONS =
  'ns|µs|us|ms|s|secs?|seconds?|milliseconds?|microseconds?|nanoseconds?|mins?|minutes?|h|hrs?|hours?|days?';

/**
 * Values that come from data, such as tokens, URLs and dates. These values are replaced in messages
 * and in templates.
 */
export const identities: readonly Replacement[] = [
  [/\beyJ[\w-]{6,}(?:\.[\w-]+){0,4}/g, '<token>'],
  [/\b[a-z][a-z\d+.:-]{1,30}:\/\/[^\s"'<>()[\]]+/gi, '<url>'],
  [/\b[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+/gi, '<email>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '<uuid>'],
  ...DATES.map((date) => [new RegExp(date, 'g'), '<date>'] as const),
  [/\b(?:[\da-f]{2}[:-]){5}[\da-f]{2}\b/gi, '<mac>'],
  [/\[?(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{1,4}(?![\w:])(?:\]:\d{1,5})?/gi, '<ip>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?\b/g, '<ip>'],
  // Windows codes (HRESULT, NTSTATUS) name errors, so they stay.
  [/\b0x(?![8c]0[\da-f]{6}\b)[\da-f]+\b/gi, '<hex>'],
  [/(?<=\w)@[\da-f]{5,16}\b/g, '@<hex>'],
  [/(?<=-)(?=[a-z\d]{0,9}\d)[a-z\d]{8,10}-[a-z\d]{5}(?![\w-])/g, '<pod>'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,128}\b/gi, '<hex>'],
];

/** Values that vary between occurrences of a message, most specific first. */
export const values: readonly Replacement[] = [
  // An apostrophe within a word does not open or close a quote.
  [
    /(?<!\w)'[^'\n]{0,300}'(?!\w)|"[^"\n]{0,300}"|`[^`\n]{0,300}`|“[^”\n]{0,300}”|«[^»\n]{0,300}»/g,
    '<quoted>',
  ],
  [/(?<=[\w\])])(?:=(?!=)| {0,2}=(?![=>]) {0,2})[^\s,;&)\]}]+/g, '=<value>'],
  [/\b[a-z]:\\[^\s"'<>|]+/gi, '<path>'],
  [/(?<![\w/<>.~-])(?:~|\.{1,2})?\/[\w.@%+~<>-]+(?:\/[\w.@%+~<>-]*)*/g, '<path>'],
  // A relative path must end with a file extension, because slashes may also separate words.
  [
    /(?<![\w/\\<>.~@%+-])(?:[\w@%+~.-]{1,100}[/\\]){1,30}[\w@%+~-][\w@%+~.-]{0,100}\.[a-z][a-z\d]{0,7}(?![\w/\\<>~@%+-]|\.\w)/g,
    '<path>',
  ],
  [/\bP(?:\d{1,9}D)?T(?:\d{1,9}(?:\.\d{1,9})?[HMS]){1,3}\b/g, '<duration>'],
  [/(?<![\w.])(?:\d{1,12}(?:\.\d{1,9})?(?:ns|µs|us|ms|s|m|h|d)){1,6}(?!\w)/g, '<duration>'],
  [
    new RegExp(String.raw`(?<![\w.])\d{1,12}(?:[.,]\d{1,9}){0,5} ?(?:${DURATIONS})(?!\w)`, 'g'),
    '<duration>',
  ],
  [/(?<![\w.])\d{1,15}(?:[.,]\d{1,9}){0,5} ?(?:bytes?|[kmgtp]?i?b)(?!\w)/gi, '<size>'],
  [/(?<![\w.])\d{1,12}(?:[.,]\d{1,9})? ?%/g, '<share>'],
  [/\b([a-z]{2,10}_)(?=[a-z]{0,40}\d)[a-z\d]{10,60}\b/gi, '$1<id>'],
  [/\b(?=[a-z]{0,64}\d)(?=\d{0,64}[a-z])[a-z\d]{16,64}\b/gi, '<id>'],
  [/\b(?=[a-z-]{0,30}\d)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,5}\.[a-z]{2,10}\b/g, '<host>'],
  [/\b[A-Z]{1,5}-\d+\b/g, '<id>'],
  [/\b([a-z]{1,20})\d+\b/g, '$1<n>'],
  [/(?<![\w.])[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/gi, '<n>'],
  [/(?<=_)\d+(?=\b|_)/g, '<n>'],
  // Lists of numbers become the same text for any length.
  [/\[<n>(?:,? <n>|,<n>)+\]/g, '[<n>]'],
];

/** Numbers that have a meaning, such as error codes and states. */
const CODES = [
  String.raw`(?:HTTP|status|status code|React error)[ :]{1,2}#?[1-9]\d\d`,
  String.raw`(?:Errno|WinError|exit code|exit status|exited with(?: code| status)?|signal)[ :=]{1,2}-?\d{1,10}`,
  String.raw`0x[8c]0[\da-f]{6}`,
  String.raw`(?:ORA|TNS|PLS|SQLSTATE|ERR|RFC|CVE|TS|CS|UTF|ISO|SHA|AES|RSA|windows|cp)-?\d{1,6}`,
];

const WORDS =
  'https?[123]|oauth[12]|tls1|ssl[23]|ipv[46]|h2c?|s3|ec2|k8s|web3|neo4j|md[45]|sha(?:1|224|256|384|512)|utf(?:8|16|32)|base(?:32|58|64)|latin1|cp1252|x(?:86|64)|amd64|arm64|[iu](?:8|16|32|64)|f(?:32|64)|u?int(?:8|16|32|64)|float(?:32|64)|log4j2|mp[34]|v\\d{1,2}';

export const NAMES_WITH_NUMBERS = new RegExp(
  String.raw`\b(?:${[...CODES, WORDS].join('|')})\b`,
  'gi',
);
