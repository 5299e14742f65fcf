import { expect, it } from '@jest/globals';
import { toCsvRow } from './audit.service.ts';

it.each([
  [['a', 'b c'], 'a,b c'],
  [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"'],
  [['=1+1', '+1', '-1', '@a', '\tb'], "'=1+1,'+1,'-1,'@a,'\tb"],
  [['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"`],
])('toCsvRow writes %j as %s', (cells, line) => {
  expect(toCsvRow(cells)).toBe(`${line}\r\n`);
});
