import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from './sqlite-database.ts';
import { SqliteError } from './sqlite-error.ts';

let folder: string;
let db: SqliteDatabase;

const locate = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'errata-sqlite-'));
  db = new SqliteDatabase(locate('a?b#c%.sqlite'));
  db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE, body BLOB)');
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

describe('a row', () => {
  beforeEach(() => {
    db.prepare('INSERT INTO notes VALUES (?, ?, ?)').run(1, 'one', Buffer.from('body'));
  });

  it('is a plain object, with a Buffer for a blob', () => {
    const row = db.prepare('SELECT * FROM notes').get() as { body: Buffer };
    expect(row).toStrictEqual({ id: 1, text: 'one', body: Buffer.from('body') });
    expect(Buffer.isBuffer(row.body)).toBe(true);
  });

  it('is undefined where no row matches', () => {
    expect(db.prepare('SELECT * FROM notes WHERE id = 2').get()).toBeUndefined();
    expect(db.prepare('SELECT * FROM notes WHERE id = 2').all()).toEqual([]);
  });

  it('is its first value when it is plucked, and its values when it is raw', () => {
    expect(db.prepare('SELECT body FROM notes').pluck().all()).toStrictEqual([Buffer.from('body')]);
    expect(db.prepare('SELECT id, text FROM notes').raw().get()).toEqual([1, 'one']);
  });

  it('has the number nearest to an integer beyond 2^53', () => {
    db.exec(`INSERT INTO notes (id) VALUES (${2n ** 60n + 1n})`);
    const ids = db.prepare('SELECT id FROM notes ORDER BY id').pluck();
    expect(ids.all()).toEqual([1, 2 ** 60]);
    expect([...ids.iterate()]).toEqual([1, 2 ** 60]);
  });

  it.each([
    ['WITH large AS (SELECT id FROM notes WHERE id > ?) SELECT id FROM large'],
    ['UPDATE notes SET text = NULL WHERE id > ? RETURNING id'],
  ])('has the nearest number whatever statement reads it: %s', (sql) => {
    db.exec(`INSERT INTO notes (id) VALUES (${2n ** 60n + 1n})`);
    expect(db.prepare(sql).pluck().all(1)).toEqual([2 ** 60]);
  });

  it('is read one at a time, and frees its statement when reading ends early', () => {
    db.exec("INSERT INTO notes (text) VALUES ('two'), ('three')");
    const list = db.prepare('SELECT text FROM notes ORDER BY id').pluck();
    for (const text of list.iterate()) {
      expect(text).toBe('one');
      break;
    }
    db.exec('DROP TABLE notes');
  });
});

describe('a statement', () => {
  const insert = () => db.prepare('INSERT INTO notes (text, body) VALUES (?, ?)');

  it('takes undefined for null, and reports its changes', () => {
    expect(insert().run(undefined, null)).toMatchObject({ changes: 1, lastInsertRowid: 1 });
    expect(db.prepare('SELECT text FROM notes').pluck().get()).toBeNull();
  });

  it.each([[[]], [['one']], [['one', null, 3]]])(
    'refuses any number of parameters but two: %j',
    (given) => {
      expect(() => insert().run(...given)).toThrow(
        `The statement has 2 parameters, and ${given.length} were given.`,
      );
      expect(db.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(0);
    },
  );

  it('reports the nearest number for a rowid beyond 2^53, and does not fail later', () => {
    const { lastInsertRowid } = db.prepare('INSERT INTO notes (id) VALUES (?)').run(2n ** 60n + 1n);
    expect(lastInsertRowid).toBe(2 ** 60);
    expect(db.prepare('UPDATE notes SET text = ?').run('one').changes).toBe(1);
  });

  it.each([[true], [{}], [new Date(0)], [[]]])(
    'refuses a value for which SQLite has no type: %p',
    (value) => {
      expect(() => insert().run('one', value)).toThrow(TypeError);
      expect(() => db.prepare('SELECT @a').get({ a: value })).toThrow(TypeError);
      expect(db.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(0);
    },
  );

  it('takes named parameters from an object with more fields, and refuses to miss one', () => {
    const named = db.prepare('INSERT INTO notes (text, body) VALUES (@text, :body)');
    named.run({ text: 'one', body: undefined, other: true });
    expect(db.prepare('SELECT text, body FROM notes').raw().get()).toEqual(['one', null]);
    expect(() => named.run({ text: 'two' })).toThrow('parameters without a value: body');
    expect(() => named.run('two', null)).toThrow('named parameters: text, body');
  });

  it('stands alone: a second statement behind it is refused, a comment is not', () => {
    expect(() => db.prepare("SELECT ';'; DELETE FROM notes")).toThrow(RangeError);
    expect(db.prepare("SELECT ';' ; -- no more\n /* at all */ ;").pluck().get()).toBe(';');
  });

  it('fails with the name of its result code, extended where there is one', () => {
    insert().run('one', null);
    const codeOf = (work: () => unknown): unknown => {
      try {
        return work();
      } catch (error) {
        return error instanceof SqliteError ? error.code : error;
      }
    };
    expect(codeOf(() => insert().run('one', null))).toBe('SQLITE_CONSTRAINT_UNIQUE');
    expect(codeOf(() => db.prepare('SELECT nothing'))).toBe('SQLITE_ERROR');
    expect(codeOf(() => new SqliteDatabase(join(folder, 'no', 'file')))).toBe('SQLITE_CANTOPEN');
    writeFileSync(locate('text'), 'x'.repeat(4096));
    const text = new SqliteDatabase(locate('text'));
    expect(codeOf(() => text.prepare('SELECT * FROM notes'))).toBe('SQLITE_NOTADB');
    text.close();
    const reader = new SqliteDatabase(db.name, { readOnly: true });
    expect(codeOf(() => reader.exec('DELETE FROM notes'))).toBe('SQLITE_READONLY');
    expect(codeOf(() => reader.prepare('DELETE FROM notes').run())).toBe('SQLITE_READONLY');
    reader.close();
  });
});

describe('a database', () => {
  it('is not created where it must exist', () => {
    for (const readOnly of [false, true]) {
      const open = () => new SqliteDatabase(locate('new'), { mustExist: true, readOnly });
      expect(open).toThrow(SqliteError);
    }
    const again = new SqliteDatabase(db.name, { mustExist: true });
    expect(again.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(0);
    again.close();
  });

  it('returns the result of a transaction, or rolls the transaction back when it throws', () => {
    const insert = db.prepare('INSERT INTO notes (text) VALUES (?)');
    expect(db.transaction(() => insert.run('one').changes)).toBe(1);
    const failing = (): void => {
      insert.run('two');
      throw new Error('no');
    };
    expect(() => db.transaction(failing)).toThrow('no');
    expect(db.prepare('SELECT text FROM notes').pluck().all()).toEqual(['one']);
    expect(db.isInTransaction).toBe(false);
  });

  it('takes the write lock when a transaction begins', () => {
    const other = new SqliteDatabase(db.name, { timeoutMs: 0 });
    db.transaction(() => {
      expect(() => other.transaction(() => undefined)).toThrow('database is locked');
    });
    expect(other.transaction(() => 'free')).toBe('free');
    other.close();
  });

  it('reads and sets pragmas', () => {
    expect(db.pragma('foreign_keys')).toBe(1);
    expect(db.pragma('journal_mode = WAL')).toBe('wal');
    expect(db.pragma('cache_size = -2048')).toBeUndefined();
    expect(db.pragma('cache_size')).toBe(-2048);
  });

  it('copies itself in steps', async () => {
    db.exec(
      `INSERT INTO notes (body) SELECT zeroblob(4096) FROM json_each('${JSON.stringify(Array.from({ length: 100 }, () => 0))}')`,
    );
    await db.backup(locate('copy'), { pagesPerStep: 10 });
    const copy = new SqliteDatabase(locate('copy'), { readOnly: true });
    expect(copy.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(100);
    copy.close();
    await expect(db.backup(join(folder, 'no', 'copy'), { pagesPerStep: 10 })).rejects.toMatchObject(
      {
        code: 'SQLITE_CANTOPEN',
      },
    );
  });

  it('may be closed more than once', () => {
    db.close();
    db.close();
    expect(db.isOpen).toBe(false);
  });
});
