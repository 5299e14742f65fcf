import { different, PairTable, same } from './pair-table.ts';
import { log, raise, say, senderOf, type Sent } from './shapes.ts';

export const printedPairs = new PairTable();

const text = (message: string, more: Sent = {}) => say('python', message, more);
const alike = (reason: string, one: string, other: string) => same(reason, text(one), text(other));
const apart = (reason: string, one: string, other: string) =>
  different(reason, text(one), text(other));
const js = senderOf('javascript');
const failed = (value: string) => js('TypeError', value);

printedPairs.about('objects that programs print', () => {
  return [
    alike('JavaScript', 'rejected { id: 17 }', "rejected { id: 4, name: 'Ann Lee', tags: [] }"),
    alike('JavaScript and JSON', 'rejected { id: 17 }', 'rejected {"id": 17}'),
    alike('JavaScript, cut off', 'rejected { id: 17, a: [ 1,', 'rejected { id: 4, b: { c:'),
    alike('Rust', 'bad Order { id: 17, to: "Ann" }', 'bad Order { id: 4, to: "Bob Lee" }'),
    alike('Elixir', 'bad %{id: 17, name: "Ann"}', 'bad %{id: 4}'),
    alike('Ruby', 'bad {:id=>17}', 'bad {:id=>4, :name=>"Ann"}'),
    alike('Ruby, inspected', 'bad #<Order id: 17, to: nil>', 'bad #<Order id: 4, to: "Bob Lee">'),
    alike('Go', 'bad {ID:17 Name:Ann Lee}', 'bad {ID:4 Name:Bob}'),
    alike('a map of Go', 'bad map[a:1 b:2]', 'bad map[c:Ann Lee]'),
    alike('a record of Java', 'bad Order[id=17, to=Ann Lee]', 'bad Order[id=4, to=Bob]'),
    alike('a class of Kotlin', 'bad Order(id=17, to=Ann Lee)', 'bad Order(id=4, to=Bob)'),
    alike('a map of Java', 'bad {id=17, to=Ann Lee}', 'bad {id=4, to=Bob}'),
    alike('a record of C#', 'bad Order { Id = 1, To = Ann Lee }', 'bad Order { Id = 4, To = Bob }'),
    alike('a record in a record', 'bad A[b=B[c=1, d=x y], e=2]', 'bad A[b=null, e=3]'),
    alike('a value with a comma', 'bad A(to=1 High St, York, id=7)', 'bad A(to=Rome, id=8)'),
    alike('a value with an apostrophe', "bad A(to=Pat O'Neil, id=7)", 'bad A(to=Bob, id=8)'),
    alike('a list of literals', 'rejected [true, null]', 'rejected [false]'),
    apart('two classes of Rust', 'bad Order { id: 17 }', 'bad Cart { id: 17 }'),
    apart('two classes of Java', 'bad Order[id=17, to=a]', 'bad Cart[id=17, to=a]'),
    apart('two classes of Kotlin', 'bad Order(id=17)', 'bad Cart(id=17)'),
    apart('two classes of Ruby', 'bad #<Order id: 17>', 'bad #<Cart id: 17>'),
    apart('two names of Java', 'bad {tenant=acme}', 'bad {region=acme}'),
    apart('words before', 'rejected { id: 17 }', 'accepted { id: 17 }'),
    apart('words behind', '{ id: 17 } was rejected', '{ id: 17 } was accepted'),
    apart('words behind an apostrophe', "{ a: don't } is lost", "{ a: don't } is late"),
    apart('words behind a record', 'A(id=17) is lost', 'A(id=17) is late'),
    apart('one value in prose', 'no row (x=1 is odd)', 'no row (x=1 is even)'),
    apart('one value in a list', 'no row [x=1 is odd]', 'no row [x=1 is even]'),
    apart('prose in brackets', 'failed (disk full)', 'failed (disk low)'),
    apart('prose with a colon', 'failed (cause: disk)', 'failed (cause: net)'),
    apart('an empty object', 'rejected {}', 'rejected { id: 17 }'),
    apart('an object and a list', 'rejected { id: 17 }', 'rejected [a, b]'),
    apart('two placeholders', 'no row {id}', 'no row {name}'),
    apart('two comparisons', 'assert(a == b)', 'assert(a == c)'),
    apart('two lists of words', 'rejected [read, write]', 'rejected [read, delete]'),
    apart('two words in brackets', 'no role (reader)', 'no role (writer)'),
    apart('two parameters of a type', 'bad List[int]', 'bad List[str]'),
    apart('two columns', 'no rows where (id = 7)', 'no rows where (name = 7)'),
    apart('two calls', 'retry(fetch) failed', 'retry(parse) failed'),
    apart('two tags of a template', 'cannot parse {% if %}', 'cannot parse {% for %}'),
    apart('two headers', 'bad header [Accept: json]', 'bad header [Host: json]'),
    apart('two methods of Ruby', 'no method #<=> here', 'no method #<< here'),
    apart('two arrows', 'failed (a => b)', 'failed (a => c)'),
    apart('an address of the network', 'refused [::1]', 'refused [true]'),
    different(
      'templates, as their programmer wrote them',
      log('%s { a: 1 }', ['x'], 'x { a: 1 }'),
      log('%s { b: 1 }', ['x'], 'x { b: 1 }'),
    ),
    same(
      'the text of an error of Go',
      raise('go', [{ type: '*errors.errorString', value: 'no row {ID:1 To:a}', frames: ['a#B'] }]),
      raise('go', [{ type: '*errors.errorString', value: 'no row {ID:2 To:b}', frames: ['a#B'] }]),
    ),
  ];
});

printedPairs.about('values after = that have several words', () => {
  return [
    alike('at the end', 'lost user=Ann Lee', 'lost user=Bob'),
    alike('before a comma', 'lost user=Ann Lee, id=7', 'lost user=Bob, id=8'),
    alike('before another name', 'lost user=Ann Lee id=7', 'lost user=Bob id=8'),
    alike('with blanks around =', 'lost city = New York, id = 7', 'lost city = Rome, id = 8'),
    alike('with marks', 'lost user=Jean-Luc St. Clair', 'lost user=Bob'),
    apart('words in small letters', 'user=Ann is locked', 'user=Ann is gone'),
    apart('a sentence', 'tenant=Acme Import failed', 'tenant=Acme Export failed'),
    apart('words before another name', 'a=Ann was not b=1', 'a=Ann was b=1'),
    apart('another name', 'lost user=Ann Lee', 'lost team=Ann Lee'),
    apart('a comparison', 'x == Ann Lee', 'x == Ann Ray'),
    apart('words before =', 'lost Ann Lee=1', 'lost Ann Ray=1'),
  ];
});

printedPairs.about('names, dates and machines', () => {
  return [
    alike('a name with an apostrophe', "user 'Pat O'Neil' is gone", "user 'Lee' is gone"),
    alike('a date of a database', 'due 23-Nov-2026', 'due 02-Jan-2025 10:11:12'),
    alike('a machine of Windows', 'lost DESKTOP-7FJ2K1A', 'lost WIN-AB12CD34EF5'),
    apart('words around a name', "user 'Pat O'Neil' is gone", "user 'Pat O'Neil' is locked"),
    apart('two quotes and a word', "'a' isn't 'b'", "'a' wasn't 'b'"),
    apart('an apostrophe without quotes', "user's cart is lost", "user's order is lost"),
    apart('a range of days', 'due 23-Nov', 'due 23-Dec'),
    apart('words in capitals', 'lost ACCESS-CONTROL', 'lost ACCESS-ALLOWED'),
  ];
});

printedPairs.about('a value that is taken apart', () => {
  const cart = ['checkout@https://shop.example/js/cart.js:40:3'];
  const chrome = "Cannot destructure property 'price' of 'item' as it is undefined.";
  return [
    same('in Chrome and Firefox', failed(chrome), failed('item is undefined')),
    same(
      'that a minifier named, deployed again',
      failed("Cannot destructure property 'a' of 'e' as it is null."),
      failed('t is null'),
    ),
    different('another value', failed(chrome), failed('order is undefined')),
    different('null and undefined', failed(chrome), failed('item is null')),
    different(
      'read, not taken apart: Firefox of 2018 names the object, Chrome the property',
      failed('item is undefined'),
      failed("Cannot read properties of undefined (reading 'price')"),
    ),
    different(
      'a property of the same name is another value',
      failed('price is undefined'),
      failed("Cannot read properties of undefined (reading 'price')"),
    ),
    different(
      'words of no browser',
      senderOf('python')('TypeError', chrome),
      senderOf('python')('TypeError', 'item is undefined'),
    ),
    same(
      'read by one call: its stack tells, whichever engine words it',
      js('TypeError', 'item is undefined', cart),
      js('TypeError', "Cannot read properties of undefined (reading 'price')", cart),
    ),
  ];
});
