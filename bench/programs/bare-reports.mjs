import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/**
 * The bare counterpart of the relay. `node:http` takes the bodies, and one transaction inserts all
 * that arrived in a turn of the event loop. Answers leave after the transaction is synced.
 *
 * Argument: the SQLite file to make.
 */
const db = new DatabaseSync(process.argv[2]);
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
db.exec('CREATE TABLE reports (id INTEGER PRIMARY KEY, body BLOB NOT NULL)');
const insert = db.prepare('INSERT INTO reports (body) VALUES (?)');

let waiting = [];

function commit() {
  const group = waiting;
  waiting = [];
  db.exec('BEGIN IMMEDIATE');
  for (const { body } of group) insert.run(body);
  db.exec('COMMIT');
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
