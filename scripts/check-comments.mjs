import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnclearSentences, findUnclearTitles } from './support/comments.mjs';
import { root } from './support/root.mjs';

const FIXTURES = /(^|\/)fixtures\//;
const SPEC = /\.spec\.tsx?$/;

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.css'], {
  cwd: root,
  encoding: 'utf8',
});
let found = 0;
for (const file of files.split('\n').filter((name) => name && !FIXTURES.test(name))) {
  const source = read(file);
  const titles = SPEC.test(file) ? findUnclearTitles(source) : [];
  for (const { line, sentence } of [...findUnclearSentences(source), ...titles]) {
    console.log(`${file}:${line} ${sentence}`);
    found += 1;
  }
}
if (found > 0) {
  console.log(
    `${found} sentences of comments and titles of tests begin with Of, By, As, With, What, Who, That or It.`,
  );
  console.log('Name the subject: say who or what does something.');
  process.exitCode = 1;
}

/** Returns an empty text for a file that was deleted and is still in git's index. */
function read(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
