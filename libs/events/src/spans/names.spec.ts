import { describe, expect, it } from '@jest/globals';
import { compileLeftOut } from './left-out.ts';
import { toSegmentName } from './segment-name.ts';
import { toStatementName } from './statement-name.ts';
import { findDear, UNCUT } from '../../../../test/support/growth.ts';

const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('toSegmentName', () => {
  it.each([
    ['GET /orders/17?token=a#b', 'GET /orders/{id}'],
    [`/users/${UUID}/orders`, '/users/{id}/orders'],
    ['/users/ann@example.org', '/users/{id}'],
    ['/users/ann%40example.org/edit', '/users/{id}/edit'],
    ['/commits/deadbeef0/files', '/commits/{id}/files'],
    [`/reset/${'a'.repeat(60)}`, '/reset/{id}'],
    ['/reset/eyJhbGciOiJIUzI1NiJ9.e30.x-y_z', '/reset/{id}'],
    ['/bills/bill-17.pdf', '/bills/{id}.pdf'],
    ['/cart;jsessionid=A1B2C3/items', '/cart/items'],
    ['/search?q=ann/x', '/search'],
    ['/a\0b/naïve', '/{id}/{id}'],
    ['/api/V2/oauth2/token', '/api/V2/oauth2/token'],
    ['/orders/:id?/edit', '/orders/:id?/edit'],
    ['GET /orders/<int:pk>/', 'GET /orders/<int:pk>/'],
    ['^orders/(?P<id>[^/]+)$', '^orders/(?P<id>[^/]+)$'],
    ['GET https://ann:pw@A-4711.org:80/a/1?b', 'GET https://a-{id}.org:80/a/{id}'],
    [`http://${UUID}.db.org`, 'http://{id}.db.org'],
    ['http://orders-7d9f8b6c5-x2x4z.shop', 'http://orders-{id}.shop'],
    ['http://db02.eu-west-1.org', 'http://db02.eu-west-1.org'],
    ['http://a b/', 'http:///'],
    ['jobs.confirm', 'jobs.confirm'],
    ['body > main > button#order', 'body > main > button#order'],
    ['button[name="Ann Smith"]', 'button[name={id}]'],
    [`mail to ann@example.org, ${UUID}`, 'mail to {id}'],
    ['  ', 'unnamed'],
    [`/${'a/'.repeat(3000)}`, `/${'a/'.repeat(99)}…`],
  ])('%s becomes %s', (sent, name) => {
    expect(toSegmentName(sent)).toBe(name);
    expect(toSegmentName(name)).toBe(name);
  });

  it('puts the method before a path alone', () => {
    expect(toSegmentName('/orders/17', 'POST')).toBe('POST /orders/{id}');
    expect(toSegmentName('GET /orders', 'POST')).toBe('GET /orders');
    expect(toSegmentName('jobs.confirm', 'POST')).toBe('jobs.confirm');
  });
});

describe('toStatementName', () => {
  it.each([
    ['SELECT id,\n  name FROM orders WHERE id = 17', 'select … from orders where id = ?'],
    ['select * from t where id in (1, $2, $?)', 'select * from t where id in (?)'],
    ["select a from t where b = 'it\\'s ann' and c = 1", 'select a from t where b = …'],
    ["select a from t where b = N'it''s' or b = 0xFFann", 'select a from t where b = ? or b = ?'],
    ['select a from t where b = "ann" and "t"."c" = 1', 'select a from t where b = ? and t.c = ?'],
    ['select a from t where b in ("ann", "bob")', 'select a from t where b in (?)'],
    ['select `a` from `t` where `b c` = 1.5e-3', 'select a from t where b c = ?'],
    ['select $$ann$$ from t where b = $x$ann$y$$x$', 'select ? from t where b = ?'],
    ['/* ann */ select a from t -- ann', 'select a from t'],
    ['select /* ann /* b */ ann */ a from t # ann', 'select a from t'],
    ['select a from t /* ann', 'select a from t …'],
    ['select a::text from t where b = :b', 'select a::text from t where b = ?'],
    ['update t set a = %(c)s where b = @p1', 'update t set a = ? where b = ?'],
    ["insert into t (a, b) values (1, 'ann'), (2, 'bob')", 'insert into t (…) values (?)'],
    ['insert into t values (?, f(1)), (?, f(2))', 'insert into t values (?, f(?))'],
    ['select (select a, b from t), (((a', 'select (select … from t), (((a'],
    ['select f(a, b) from (select a, b from t) x', 'select f(a, b) from (select … from t) x'],
    ['delete from t returning a, b', 'delete from t returning …'],
    ['create table t (a int, b text)', 'create table t (…)'],
    ['delete from logs_20261128', 'delete from logs_?'],
    ["call pay(17, 'ann'); drop table t", 'call pay(?)…'],
    ["select a from t where b = q'[it's ann]'", 'select a from t where b = …'],
    ['SET search_path TO ann', 'set'],
    ['SAVEPOINT "ann"', 'savepoint'],
    ['ALTER USER ann IDENTIFIED BY "Secret_a"', 'alter user ann identified …'],
    ["create role ann password 'x'", 'create role ann password …'],
    ['select password from t order by "b"', 'select password from t order by ?'],
    ['GET user:ann', undefined],
    ['{"find": "users", "filter": {"name": "ann"}}', undefined],
  ])('%s becomes %s', (sql, name) => expect(toStatementName(sql)).toBe(name));

  it('keeps names in double quotes where the database has no values in them', () => {
    const sql = 'SELECT a FROM t WHERE "b" = "ann" OR "c" IN ("ann")';
    expect(toStatementName(sql)).toBe('select a from t where ? = ? or ? in (?)');
    expect(toStatementName(sql, 'postgresql')).toBe('select a from t where b = ? or c in (?)');
  });

  it.each<[string, (text: string) => unknown]>([
    ['select', (text) => toStatementName(`select ${text}`)],
    ['insert', (text) => toStatementName(`insert into t values ${text}`)],
    ['insert with columns', (text) => toStatementName(`insert into t(${text}`)],
    ['path', (text) => [toSegmentName(text), toSegmentName(`/${text}`)]],
  ])('costs no more than its length: %s', async (_, run) => {
    const parts = `'|,|"|$a$|/*|(|(a|((select a,|select |--|{|\\|@`.split('|');
    const recipes = parts.map((name) => ({
      name,
      make: (size: number) => name.repeat(size / name.length),
    }));
    expect(await findDear(UNCUT, recipes, run)).toBeUndefined();
  });
});

describe('compileLeftOut', () => {
  it('finds names, and requests by their path', () => {
    const isLeftOut = compileLeftOut(['/healthz', '*.js', 'nightly *']);
    const names = ['GET /healthz', '/healthz', 'GET /a/{id}.js', 'nightly job', 'GET /orders'];
    expect(names.map(isLeftOut)).toEqual([true, true, true, true, false]);
  });
});
