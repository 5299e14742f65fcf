import type { Recipe } from './growth.ts';

/** Beginnings after which patterns look on. */
const PREFIXES = split(`
--password ·curl -u ·mysql -p·password=·"password":"·\\"password\\":\\"·<password>·Cookie: a=
Bearer ·eyJ·postgres://a:·https://a/?code=·-----BEGIN A-----·at a.b (·select ·insert into a ·{{
insert into a (token) values (·<std::a ·a+<·Caused by: ·Traceback (most recent call last):·Jan 1 ·{"a":·a/b/·1
undefined is not an object (evaluating '`);

/** Beginnings, ends and single characters that patterns look for. */
const UNITS = split(`
a.·a-·.a·-a0·a0·_a·a@·@a.·a:·::·/a·../·\\a·\\"·a=·=a&·%3D·25·a b ·0.·0x·1e·1h·00:·4111 ·41111·DE89·sk-·sk-a-·sk-a0-·A1a/·-u a:b·?code=words&code=
1.2.3.·1:AA·ab1c·deadbeef-·http://·://a·a://b@·&#97;·(a,·a(b)·"a",·'',·[[·[{·{"·{{·}}·%(a·$0·{0}
/<·.<·+<>c·<a>·eyJ·-eyJa·eyJa.·aGVs·xoxb-·Bearer ·bearer a ·-u ·--password ·password=·password:
api key ·&code=a1·-----BEGIN A-----·-----·select ·values (·in (?, ·insert into a ·a, ·at ·at a.b
Caused by: ·block in ·async · [as ·@anonymous·{closure:·$lambda$0·Jan 1 ·Mozilla/5.0 ·Version/1 ·![a](·[a]:
**a·_a_·node_modules/·> ·- ·\`\`·| a ·a OR ·!a:·\u{1F600}`);
const CHARACTERS = 'a0Zf-._/\\@:%$?#&=;,|*+~!^<>()[]{}"\'` \t\n\r\u0000\ud800\u00e9';

/** An end that a pattern does not expect makes it try everything before. */
const ENDS = ['x', '', ' z', '!"', '(', '\n'];

/** Each is a beginning, one unit again and again, and an end. */
export const texts: readonly Recipe[] = ['', '\u0000', ...PREFIXES].flatMap((prefix, row) =>
  [...CHARACTERS.split(''), ...UNITS].map((unit, column) => {
    const end = ENDS[(row + column) % ENDS.length]!;
    const name = `${JSON.stringify(prefix)} + ${JSON.stringify(unit)} × n + ${JSON.stringify(end)}`;
    const countIn = (size: number): number => (size - prefix.length - end.length) / unit.length;
    return { name, make: (size) => prefix + unit.repeat(Math.max(1, countIn(size))) + end };
  }),
);

/** The same as strings in JSON, whose escapes count. */
export const jsonTexts: readonly Recipe[] = texts.map(({ name, make }) => {
  const scale = 1000 / (JSON.stringify(make(1000)).length - 2);
  return { name, make: (size) => JSON.stringify(make(size * scale)) };
});
/** Those without a beginning, for readers that texts reach through many fields. */
export const runs = texts.filter(isRun);
export const jsonRuns = jsonTexts.filter(isRun);

const DEPTH = 60;
const NAME = 'n'.repeat(900);
const deep = (open: string, close: string): string =>
  `${open.repeat(DEPTH)}0${close.repeat(DEPTH)}`;

/** Entries of lists and of objects, with a number in place of `#`. */
const ENTRIES = [
  ...split(
    '{}·[]·""·0·null·1e5·{"a":0}·["a","b"]·[[]]·"text #"·["#","v"]·{"name":"#","value":"v"}',
  ),
  `"${NAME}"`,
  '"\\u0000\\ud83d\\n\\""',
  deep('[', ']'),
  deep('{"a":', '}'),
];
const FIELDS = [
  ...split('"f#":0·"f#":"text"·"f#":{}·"#":[1]·"password#":"s"·"a":"b"·"__proto__":{"a":#}'),
  `"#${NAME}":""`,
  `"#":${deep('{"b":', '}')}`,
];

/** JSON within 64 levels. */
export const values: readonly Recipe[] = [
  ...ENTRIES.map((each) => toRecipe(`a list of ${each}`, (size) => `[${gather(each, size)}]`)),
  ...FIELDS.map((each) => toRecipe(`fields ${each}`, (size) => `{${gather(each, size)}}`)),
  toRecipe(
    'one long name above many fields',
    (size) => `{"${'n'.repeat(size / 2)}":{${gather('"#":""', size / 2)}}}`,
  ),
  toRecipe(
    'long names above each other',
    (size) => `${`{"${'n'.repeat(size / DEPTH)}":`.repeat(DEPTH)}""${'}'.repeat(DEPTH)}`,
  ),
  toRecipe('a long number', (size) => '1'.repeat(size)),
];

/** Puts JSON into each `$` of a template. All places together take the size of a recipe. */
export function fill(template: string, recipes: readonly Recipe[]): readonly Recipe[] {
  const count = template.split('$').length - 1;
  return recipes.map(({ name, make }) =>
    toRecipe(`${name} in ${template}`, (size) =>
      template.replaceAll('$', () => make(Math.ceil(size / count))),
    ),
  );
}

/** Splits at dots and lines. */
export function split(text: string): readonly string[] {
  return text.split(/[·\n]/).filter(Boolean);
}

function isRun({ name }: Recipe): boolean {
  return name.startsWith('"" ');
}

function gather(entry: string, size: number): string {
  const count = Math.max(1, size / (entry.length + (entry.includes('#') ? 5 : 1)));
  return Array.from({ length: count }, (_, index) => entry.replace('#', String(index))).join(',');
}

function toRecipe(name: string, make: Recipe['make']): Recipe {
  return { name: name.replaceAll(/(.)\1{9,}/g, '$1…'), make };
}
