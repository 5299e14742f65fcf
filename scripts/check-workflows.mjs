// Prints what GitHub would refuse or misread in the workflows of a folder, one line a problem.
// Exits with 1 when it finds a problem.
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { root } from './support/root.mjs';

// GitHub's package imports JSON as bundlers allow it, without the import attribute that Node.js
// requires.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { validate } = await import('@actions/languageservice');

/**
 * Matches foreign actions that are not pinned by commit. A tag can be moved to other code, a commit
 * cannot. A comment after the commit has to name the version for people.
 */
const UNPINNED = /\buses: (?!\.\/|\S+@[\da-f]{40} # v\d+\.\d+\.\d+$).*$/gm;

const [folder = join(root, '.github', 'workflows')] = process.argv.slice(2);
for (const name of readdirSync(folder).toSorted()) {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  const document = TextDocument.create(pathToFileURL(path).href, 'yaml', 1, text);
  const print = ({ line }, problem) => {
    console.log(`${relative(root, path)}:${line + 1}: ${problem}`);
    process.exitCode = 1;
  };
  for (const { range, message } of await validate(document)) print(range.start, message);
  for (const { 0: uses, index } of text.matchAll(UNPINNED)) {
    const problem = `Pin the action by its full commit, with its version in a comment: ${uses}`;
    print(document.positionAt(index), problem);
  }
}
