import { createServer } from 'node:http';
import Database from 'better-sqlite3';

/**
 * The bare counterpart of the relay: `node:http` takes the body, all that arrived in a turn of the
 * event loop is inserted in one transaction, and the answers leave after it is synced.
 *
 * Argument: the SQLite file to make.
 */
const db = new Database(process.argv[2]);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE reports (id INTEGER PRIMARY KEY, body BLOB NOT NULL)');
const insert = db.prepare('INSERT INTO reports (body) VALUES (?)');
const insertAll = db.transaction((group) => {
  for (const { body } of group) insert.run(body);
});

let waiting = [];

function commit() {
  const group = waiting;
  waiting = [];
  insertAll(group);
  for (const { response } of group) response.end('{}');
}

const server = createServer((request, response) => {
  const chunks = [];
  request
    .on('data', (chunk) => chunks.push(chunk))
    .on('end', () => {
      waiting.push({ body: Buffer.concat(chunks), response });
      if (waiting.length === 1) setImmediate(commit);
    });
});

server.listen(0, '127.0.0.1', () => {
  process.send({ type: 'ready', url: `http://127.0.0.1:${server.address().port}` });
});
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => process.exit(0));
