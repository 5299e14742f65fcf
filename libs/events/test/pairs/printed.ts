import { pairsOf, PairTable } from './pair-table.ts';
import { log, raisedBy, say } from './shapes.ts';

export const printedPairs = new PairTable();

const text = (message: string) => say('python', message);

printedPairs.about('objects that programs print', () => [
  ...pairsOf(text)`
    = JavaScript ¦ rejected { id: 17 } ¦ rejected { id: 4, name: 'Ann Lee', tags: [] }
    = JavaScript and JSON ¦ rejected { id: 17 } ¦ rejected {"id": 17}
    = JavaScript, cut off ¦ rejected { id: 17, a: [ 1, ¦ rejected { id: 4, b: { c:
    = Rust ¦ bad Order { id: 17, to: "Ann" } ¦ bad Order { id: 4, to: "Bob Lee" }
    = Elixir ¦ bad %{id: 17, name: "Ann"} ¦ bad %{id: 4}
    = Ruby ¦ bad {:id=>17} ¦ bad {:id=>4, :name=>"Ann"}
    = Ruby, inspected ¦ bad #<Order id: 17, to: nil> ¦ bad #<Order id: 4, to: "Bob Lee">
    = Go ¦ bad {ID:17 Name:Ann Lee} ¦ bad {ID:4 Name:Bob}
    = a map of Go ¦ bad map[a:1 b:2] ¦ bad map[c:Ann Lee]
    = a record of Java ¦ bad Order[id=17, to=Ann Lee] ¦ bad Order[id=4, to=Bob]
    = a class of Kotlin ¦ bad Order(id=17, to=Ann Lee) ¦ bad Order(id=4, to=Bob)
    = a map of Java ¦ bad {id=17, to=Ann Lee} ¦ bad {id=4, to=Bob}
    = a record of C# ¦ bad Order { Id = 1, To = Ann Lee } ¦ bad Order { Id = 4, To = Bob }
    = a record in a record ¦ bad A[b=B[c=1, d=x y], e=2] ¦ bad A[b=null, e=3]
    = a value with a comma ¦ bad A(to=1 High St, York, id=7) ¦ bad A(to=Rome, id=8)
    = a value with an apostrophe ¦ bad A(to=Pat O'Neil, id=7) ¦ bad A(to=Bob, id=8)
    = a list of literals ¦ rejected [true, null] ¦ rejected [false]
    ≠ two classes of Rust ¦ bad Order { id: 17 } ¦ bad Cart { id: 17 }
    ≠ two classes of Java ¦ bad Order[id=17, to=a] ¦ bad Cart[id=17, to=a]
    ≠ two classes of Kotlin ¦ bad Order(id=17) ¦ bad Cart(id=17)
    ≠ two classes of Ruby ¦ bad #<Order id: 17> ¦ bad #<Cart id: 17>
    ≠ two names of Java ¦ bad {tenant=acme} ¦ bad {region=acme}
    ≠ words before ¦ rejected { id: 17 } ¦ accepted { id: 17 }
    ≠ words behind ¦ { id: 17 } was rejected ¦ { id: 17 } was accepted
    ≠ words behind an apostrophe ¦ { a: don't } is lost ¦ { a: don't } is late
    ≠ words behind a record ¦ A(id=17) is lost ¦ A(id=17) is late
    ≠ one value in prose ¦ no row (x=1 is odd) ¦ no row (x=1 is even)
    ≠ one value in a list ¦ no row [x=1 is odd] ¦ no row [x=1 is even]
    ≠ prose in brackets ¦ failed (disk full) ¦ failed (disk low)
    ≠ prose with a colon ¦ failed (cause: disk) ¦ failed (cause: net)
    ≠ an empty object ¦ rejected {} ¦ rejected { id: 17 }
    ≠ an object and a list ¦ rejected { id: 17 } ¦ rejected [a, b]
    ≠ two placeholders ¦ no row {id} ¦ no row {name}
    ≠ two comparisons ¦ assert(a == b) ¦ assert(a == c)
    ≠ two lists of words ¦ rejected [read, write] ¦ rejected [read, delete]
    ≠ two words in brackets ¦ no role (reader) ¦ no role (writer)
    ≠ two parameters of a type ¦ bad List[int] ¦ bad List[str]
    ≠ two columns ¦ no rows where (id = 7) ¦ no rows where (name = 7)
    ≠ two calls ¦ retry(fetch) failed ¦ retry(parse) failed
    ≠ two tags of a template ¦ cannot parse {% if %} ¦ cannot parse {% for %}
    ≠ two headers ¦ bad header [Accept: json] ¦ bad header [Host: json]
    ≠ two methods of Ruby ¦ no method #<=> here ¦ no method #<< here
    ≠ two arrows ¦ failed (a => b) ¦ failed (a => c)
    ≠ an address of the network ¦ refused [::1] ¦ refused [true]
  `,
  ...pairsOf((template) => log(template, ['x']))`
    ≠ templates, as their programmer wrote them ¦ %s { a: 1 } ¦ %s { b: 1 }
  `,
  ...pairsOf(raisedBy('go'))`
    = the text of an error of Go ¦ *errors.errorString: no row {ID:1 To:a} → a#B ¦ *errors.errorString: no row {ID:2 To:b} → a#B
  `,
]);

printedPairs.about('values after = that have several words', () => [
  ...pairsOf(text)`
    = at the end ¦ lost user=Ann Lee ¦ lost user=Bob
    = before a comma ¦ lost user=Ann Lee, id=7 ¦ lost user=Bob, id=8
    = before another name ¦ lost user=Ann Lee id=7 ¦ lost user=Bob id=8
    = with blanks around = ¦ lost city = New York, id = 7 ¦ lost city = Rome, id = 8
    = with marks ¦ lost user=Jean-Luc St. Clair ¦ lost user=Bob
    ≠ words in small letters ¦ user=Ann is locked ¦ user=Ann is gone
    ≠ a sentence ¦ tenant=Acme Import failed ¦ tenant=Acme Export failed
    ≠ words before another name ¦ a=Ann was not b=1 ¦ a=Ann was b=1
    ≠ another name ¦ lost user=Ann Lee ¦ lost team=Ann Lee
    ≠ a comparison ¦ x == Ann Lee ¦ x == Ann Ray
    ≠ words before = ¦ lost Ann Lee=1 ¦ lost Ann Ray=1
  `,
]);

printedPairs.about('names, dates and machines', () => [
  ...pairsOf(text)`
    = a name with an apostrophe ¦ user 'Pat O'Neil' is gone ¦ user 'Lee' is gone
    = a date of a database ¦ due 23-Nov-2026 ¦ due 02-Jan-2025 10:11:12
    = a machine of Windows ¦ lost DESKTOP-7FJ2K1A ¦ lost WIN-AB12CD34EF5
    ≠ words around a name ¦ user 'Pat O'Neil' is gone ¦ user 'Pat O'Neil' is locked
    ≠ two quotes and a word ¦ 'a' isn't 'b' ¦ 'a' wasn't 'b'
    ≠ an apostrophe without quotes ¦ user's cart is lost ¦ user's order is lost
    ≠ a range of days ¦ due 23-Nov ¦ due 23-Dec
    ≠ words in capitals ¦ lost ACCESS-CONTROL ¦ lost ACCESS-ALLOWED
  `,
]);

printedPairs.about('a value that is taken apart', () => {
  const chrome = "Cannot destructure property 'price' of 'item' as it is undefined.";
  return [
    ...pairsOf(raisedBy('javascript'))`
      = in Chrome and Firefox ¦ TypeError: ${chrome} ¦ TypeError: item is undefined
      = that a minifier named, deployed again ¦ TypeError: Cannot destructure property 'a' of 'e' as it is null. ¦ TypeError: t is null
      ≠ another value ¦ TypeError: ${chrome} ¦ TypeError: order is undefined
      ≠ null and undefined ¦ TypeError: ${chrome} ¦ TypeError: item is null
      ≠ read, not taken apart: Firefox of 2018 names the object, Chrome the property
        ¦ TypeError: item is undefined ¦ TypeError: Cannot read properties of undefined (reading 'price')
      ≠ a property of the same name is another value ¦ TypeError: price is undefined ¦ TypeError: Cannot read properties of undefined (reading 'price')
      = read by one call: its stack tells, whichever engine words it
        ¦ TypeError: item is undefined → checkout@~/js/cart.js:40:3
        ¦ TypeError: Cannot read properties of undefined (reading 'price') → checkout@~/js/cart.js:40:3
    `,
    ...pairsOf(raisedBy('python'))`
      ≠ words of no browser ¦ TypeError: ${chrome} ¦ TypeError: item is undefined
    `,
  ];
});
